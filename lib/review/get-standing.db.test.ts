import { expect, test } from 'vitest'
import { contextFor, makeAdmin, makeDraft, makeUser, visitor } from '../testing/factories.ts'
import { makeSubmission } from '../testing/make-submission.ts'
import { reject } from './decide.ts'
import { getStanding } from './get-standing.ts'

test('a SkillSet that was never submitted stands nowhere', async () => {
  const skillSet = await makeDraft()

  const standing = await getStanding(await contextFor(skillSet.publisher.owner), skillSet.id)

  expect(standing).toEqual({
    state: null,
    versionNumber: null,
    submissionId: null,
    place: null,
    decision: null,
  })
})

test('a waiting submission has its place in the queue', async () => {
  const first = await makeSubmission()
  const second = await makeSubmission()
  const standing = (submission: typeof first) =>
    contextFor(submission.owner).then((ctx) => getStanding(ctx, submission.version.skillSetId))

  const [ahead, behind] = [await standing(first), await standing(second)]

  expect(behind).toMatchObject({
    state: 'IN_REVIEW',
    versionNumber: '1.0.0',
    submissionId: second.id,
    decision: null,
  })
  expect(behind.place?.position).toBe((ahead.place?.position ?? 0) + 1)
  expect(behind.place?.of).toBeGreaterThanOrEqual(behind.place?.position ?? 0)
})

test('once it is decided, the reason stands where the place was', async () => {
  const { id, owner, version } = await makeSubmission()
  const admin = await makeAdmin()
  await reject(await contextFor(admin), { submissionId: id, reason: 'It asks for every host.' })

  const standing = await getStanding(await contextFor(owner), version.skillSetId)

  expect(standing).toMatchObject({
    state: 'REJECTED',
    place: null,
    decision: { kind: 'REJECTED', by: admin.name, reason: 'It asks for every host.' },
  })
})

test('strangers and visitors learn nothing', async () => {
  const { version } = await makeSubmission()
  const stranger = await contextFor(await makeUser())

  await expect(getStanding(stranger, version.skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getStanding(stranger, 'nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getStanding(visitor(), version.skillSetId)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
})
