import { expect, test } from 'vitest'
import { MOVES, STATE_LABELS, type VersionState } from '../contract/version/version-moves.ts'
import { database } from '../db/client.ts'
import { findSubmissionHead } from '../db/submissions.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { makeSubmission } from '../testing/make-submission.ts'
import { approve } from './decide.ts'
import { withdraw } from './withdraw.ts'

const db = database()
const stateOf = async (id: string) => (await db.version.findUniqueOrThrow({ where: { id } })).state

test('a withdrawn version is a draft again, and who withdrew it is written down', async () => {
  const { id, versionId, owner } = await makeSubmission()

  await withdraw(await contextFor(owner), id)

  expect(await stateOf(versionId)).toBe('DRAFT')
  expect(await findSubmissionHead(db, id)).toMatchObject({ decision: 'WITHDRAWN', decidedById: owner.id })
  expect(await db.auditEvent.findMany({ where: { subjectId: versionId } })).toMatchObject([
    { action: 'version.withdraw', actorId: owner.id },
  ])
})

test('any member of the publisher’s organisation may withdraw', async () => {
  const [owner, colleague] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [colleague] })
  const skillSet = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })
  const { id, versionId } = await makeSubmission({ skillSet })

  await withdraw(await contextFor(colleague), id)

  expect(await stateOf(versionId)).toBe('DRAFT')
})

test('withdrawing while an admin approves: one wins, the other is told', async () => {
  const { id, versionId, owner } = await makeSubmission()
  const [publisher, admin] = [await contextFor(owner), await contextFor(await makeAdmin())]

  const endings = await Promise.allSettled([
    withdraw(publisher, id),
    approve(admin, { submissionId: id, reason: '' }),
  ])

  const lost = endings.find((ending) => ending.status === 'rejected')
  const isWithdrawn = endings[0].status === 'fulfilled'
  expect(lost?.reason).toMatchObject({ code: 'CONFLICT' })
  expect(lost?.reason.message).toMatch(isWithdrawn ? /withdrew this submission/ : /approved this submission/)
  expect(await stateOf(versionId)).toBe(isWithdrawn ? 'DRAFT' : 'PUBLISHED')
})

const others = (Object.keys(STATE_LABELS) as VersionState[]).filter(
  (state) => !(MOVES.withdraw.from as readonly VersionState[]).includes(state),
)

test.each(others)('withdrawing is no move from %s', async (state) => {
  const { id, versionId, owner } = await makeSubmission({ state })

  await expect(withdraw(await contextFor(owner), id)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await stateOf(versionId)).toBe(state)
})

test('nobody else withdraws: not a visitor, not a stranger, not an admin', async () => {
  const { id, versionId } = await makeSubmission()

  await expect(withdraw(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(withdraw(await contextFor(await makeUser()), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(withdraw(await contextFor(await makeAdmin()), id)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(withdraw(await contextFor(await makeAdmin()), 'nothing')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await stateOf(versionId)).toBe('IN_REVIEW')
})
