import { expect, test } from 'vitest'
import { listAudit } from '../audit/audit.ts'
import { contextFor, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import { makeSubmission } from '../testing/make-submission.ts'
import { askForChanges } from './decide.ts'
import { getQueue, type QueueTab } from './get-queue.ts'
import type { QueueLine } from './views.ts'
import { withdraw } from './withdraw.ts'

/** All pages of a tab: other tests put their own submissions into the same queue. */
async function everyLine(tab: QueueTab): Promise<QueueLine[]> {
  const ctx = await contextFor(await makeAdmin())
  const lines: QueueLine[] = []
  let after: string | undefined
  do {
    const page = await getQueue(ctx, tab, after)
    lines.push(...page.lines)
    after = page.nextCursor ?? undefined
  } while (after)
  return lines
}

test('a line tells who hands in what, which time, and how much there is to read', async () => {
  const base = { versionId: 'some-version', number: '1.0.0' }
  const size = { changes: 3, breaking: 1, linesAdded: 12, linesRemoved: 4 }
  const submission = await makeSubmission({ checks: { base, size } })
  const { skillSet } = submission.version

  const line = (await everyLine('waiting')).find(({ id }) => id === submission.id)

  expect(line).toMatchObject({
    publisher: { handle: skillSet.publisher.handle, verified: false },
    skillSet: { slug: skillSet.slug, name: skillSet.name },
    versionNumber: '1.0.0',
    revision: 1,
    baseNumber: '1.0.0',
    size,
    submittedBy: submission.owner.name,
    decision: null,
  })
})

test('the longest waiting comes first', async () => {
  const [older, newer] = [await makeSubmission(), await makeSubmission()]

  const ids = (await everyLine('waiting')).map(({ id }) => id)

  expect(ids.indexOf(older.id)).toBeLessThan(ids.indexOf(newer.id))
})

test('what was decided moves to the other tab, the last decision first, with its reason', async () => {
  const admin = await contextFor(await makeAdmin())
  const [one, two] = [await makeSubmission(), await makeSubmission()]
  await askForChanges(admin, { submissionId: two.id, reason: 'First.' })
  await askForChanges(admin, { submissionId: one.id, reason: 'Second.' })

  const decided = await everyLine('decided')

  const ids = decided.map(({ id }) => id)
  expect(ids.indexOf(one.id)).toBeLessThan(ids.indexOf(two.id))
  expect(decided.find(({ id }) => id === one.id)?.decision).toMatchObject({
    kind: 'CHANGES_ASKED',
    by: admin.viewer?.name,
    reason: 'Second.',
  })
  expect((await everyLine('waiting')).map(({ id }) => id)).not.toContain(one.id)
})

test('what was withdrawn is in neither tab', async () => {
  const { id, owner } = await makeSubmission()
  await withdraw(await contextFor(owner), id)

  const lines = [...(await everyLine('waiting')), ...(await everyLine('decided'))]

  expect(lines.map((line) => line.id)).not.toContain(id)
})

test('a cursor that no column could hold is the first page', async () => {
  const { id } = await makeSubmission()
  const admin = await contextFor(await makeAdmin())

  await expect(getQueue(admin, 'waiting', '\0')).resolves.toMatchObject({ lines: expect.any(Array) })
  await expect(listAudit(admin, {}, `${id}\0`)).resolves.toMatchObject({ lines: expect.any(Array) })
})

test('nobody but admins sees the queue', async () => {
  await expect(getQueue(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(getQueue(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})
