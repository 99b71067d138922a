import { expect, test } from 'vitest'
import { listAudit } from '../../../audit/audit-log.ts'
import { contextFor, makeAdmin, makeDraft, makeUser, visitor } from '../../../testing/factories.ts'
import { makeSubmission, quoteFinding } from '../../../testing/make-submission.ts'
import { reject, requestChanges, withdrawFromReview } from '../decide/decide-submission.ts'
import type { QueueLine } from '../review-views.ts'
import { getReviewQueue, getSubmissionStatus, type QueueTab } from './get-review-queue.ts'

/** Returns all pages of a tab, because other tests add submissions to the same queue. */
async function everyLine(tab: QueueTab): Promise<QueueLine[]> {
  const ctx = await contextFor(await makeAdmin())
  const lines: QueueLine[] = []
  let after: string | undefined
  do {
    const page = await getReviewQueue(ctx, tab, after)
    lines.push(...page.lines)
    after = page.nextCursor ?? undefined
  } while (after)
  return lines
}

test('a row shows the publisher, the revision and the amount to read', async () => {
  const base = { versionId: 'some-version', number: '1.0.0' }
  const size = { changes: 3, breaking: 1, linesAdded: 12, linesRemoved: 4 }
  const stakes = { risk: 'commands' as const, price: '0.02' }
  const submission = await makeSubmission({ checks: { base, size, stakes } })
  const { skillSet } = submission.version

  const line = (await everyLine('waiting')).find(({ id }) => id === submission.id)

  expect(line).toMatchObject({
    publisher: { handle: skillSet.publisher.handle, verified: false, sinceMs: expect.any(Number) },
    skillSet: { slug: skillSet.slug, name: skillSet.name },
    versionNumber: '1.0.0',
    revision: 1,
    baseNumber: '1.0.0',
    size,
    stakes,
    isEmailConfirmed: false,
    submittedBy: submission.owner.name,
    decision: null,
  })
})

test('the longest waiting comes first', async () => {
  const [older, newer] = [await makeSubmission(), await makeSubmission()]

  const ids = (await everyLine('waiting')).map(({ id }) => id)

  expect(ids.indexOf(older.id)).toBeLessThan(ids.indexOf(newer.id))
})

test('a decided submission moves to the other tab, latest first, with its reason', async () => {
  const admin = await contextFor(await makeAdmin())
  const [one, two] = [await makeSubmission(), await makeSubmission()]
  await requestChanges(admin, { submissionId: two.id, reason: 'First.' })
  await requestChanges(admin, { submissionId: one.id, reason: 'Second.' })

  const decided = await everyLine('decided')

  const ids = decided.map(({ id }) => id)
  expect(ids.indexOf(one.id)).toBeLessThan(ids.indexOf(two.id))
  expect(decided.find(({ id }) => id === one.id)?.decision).toMatchObject({
    kind: 'CHANGES_REQUESTED',
    by: admin.viewer?.name,
    reason: 'Second.',
  })
  expect((await everyLine('waiting')).map(({ id }) => id)).not.toContain(one.id)
})

test('a withdrawn submission is in neither tab', async () => {
  const { id, owner } = await makeSubmission()
  await withdrawFromReview(await contextFor(owner), id)

  const lines = [...(await everyLine('waiting')), ...(await everyLine('decided'))]

  expect(lines.map((line) => line.id)).not.toContain(id)
})

test('a cursor that no column can store is the first page', async () => {
  const { id } = await makeSubmission()
  const admin = await contextFor(await makeAdmin())

  await expect(getReviewQueue(admin, 'waiting', '\0')).resolves.toMatchObject({ lines: expect.any(Array) })
  await expect(listAudit(admin, {}, `${id}\0`)).resolves.toMatchObject({ lines: expect.any(Array) })
})

test('only admins can see the queue', async () => {
  await expect(getReviewQueue(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(getReviewQueue(await contextFor(await makeUser()))).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
})

test('a SkillSet that was never submitted has no status', async () => {
  const skillSet = await makeDraft()

  const status = await getSubmissionStatus(await contextFor(skillSet.publisher.owner), skillSet.id)

  expect(status).toEqual({
    state: null,
    versionNumber: null,
    submissionId: null,
    note: '',
    queuePosition: null,
    decision: null,
  })
})

test('a waiting submission has its position in the queue and the note to the reviewers', async () => {
  const first = await makeSubmission()
  const second = await makeSubmission({ note: 'Look at the **hosts**.' })
  const statusOf = (submission: typeof first) =>
    contextFor(submission.owner).then((ctx) => getSubmissionStatus(ctx, submission.version.skillSetId))

  const [former, latter] = [await statusOf(first), await statusOf(second)]

  expect(latter).toMatchObject({
    state: 'IN_REVIEW',
    versionNumber: '1.0.0',
    submissionId: second.id,
    note: 'Look at the **hosts**.',
    decision: null,
  })
  expect(latter.queuePosition?.position).toBe((former.queuePosition?.position ?? 0) + 1)
  expect(latter.queuePosition?.of).toBeGreaterThanOrEqual(latter.queuePosition?.position ?? 0)
})

test('a decided submission shows the reason instead of the position', async () => {
  const { id, owner, version } = await makeSubmission()
  const admin = await makeAdmin()
  await quoteFinding(id)
  await reject(await contextFor(admin), { submissionId: id, reason: 'It asks for every host.' })

  const status = await getSubmissionStatus(await contextFor(owner), version.skillSetId)

  expect(status).toMatchObject({
    state: 'REJECTED',
    queuePosition: null,
    decision: { kind: 'REJECTED', by: admin.name, reason: 'It asks for every host.' },
  })
})

test('strangers and visitors learn nothing', async () => {
  const { version } = await makeSubmission()
  const stranger = await contextFor(await makeUser())

  await expect(getSubmissionStatus(stranger, version.skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getSubmissionStatus(stranger, 'nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getSubmissionStatus(visitor(), version.skillSetId)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
})
