import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { makePublishedVersion } from '../../testing/factories.ts'
import { makeSubmission } from '../../testing/make-submission.ts'
import {
  countEarlierPending,
  findLastSubmission,
  findSubmission,
  insertComment,
  insertSubmission,
  listCommentsOfVersion,
  listDecidedSubmissions,
  listPendingSubmissions,
  listRevisions,
  recordDecision,
} from './submissions.ts'

const db = database()

async function submit(version: Awaited<ReturnType<typeof makePublishedVersion>>, note = '') {
  const { id: versionId, skillSet } = version
  const submittedById = skillSet.publisher.owner.id
  const { document } = skillSet
  return db.$transaction((tx) =>
    insertSubmission(tx, { versionId, document, checks: { lines: [] }, note, submittedById }),
  )
}

function ruling(decidedById: string, decision: 'APPROVED' | 'WITHDRAWN' = 'APPROVED') {
  return { decision, decidedById, decidedAt: new Date() }
}

test('each submission of a version is the next revision', async () => {
  const version = await makePublishedVersion({ state: 'IN_REVIEW' })

  const first = await submit(version, 'first')
  const second = await submit(version, 'second')

  expect([first.revision, second.revision]).toEqual([1, 2])
  const revisions = await listRevisions(db, version.id)
  expect(revisions.map(({ note }) => note)).toEqual(['first', 'second'])
  expect(await findLastSubmission(db, version.skillSetId)).toMatchObject({ id: second.id })
})

test('a decision is written once', async () => {
  const version = await makePublishedVersion({ state: 'IN_REVIEW' })
  const { id } = await submit(version)

  const answers = await Promise.all([
    db.$transaction((tx) => recordDecision(tx, id, ruling('one'))),
    db.$transaction((tx) => recordDecision(tx, id, ruling('other'))),
  ])

  expect(answers.toSorted()).toEqual([false, true])
  expect((await findSubmission(db, id))?.decision).toBe('APPROVED')
})

test('the queue is oldest first and reports positions', async () => {
  const [older, newer] = [await makePublishedVersion({ state: 'IN_REVIEW' }), await makePublishedVersion()]
  const [first, second] = [await submit(older), await submit(newer)]

  const waiting = (await listPendingSubmissions(db, { take: 500 })).map(({ id }) => id)

  expect(waiting.indexOf(first.id)).toBeGreaterThanOrEqual(0)
  expect(waiting.indexOf(first.id)).toBeLessThan(waiting.indexOf(second.id))
  const last = await findSubmission(db, second.id)
  expect(await countEarlierPending(db, last!)).toBe(waiting.indexOf(second.id))
})

test('a version that was sent back keeps its place in the queue, and one that was rejected or is old does not', async () => {
  const versions = await Promise.all([1, 2, 3].map(() => makePublishedVersion({ state: 'IN_REVIEW' })))
  const [sentBack, rejected, old] = [
    await submit(versions[0]!),
    await submit(versions[1]!),
    await submit(versions[2]!),
  ]
  const later = await submit(await makePublishedVersion({ state: 'IN_REVIEW' }))
  const decidedAt = new Date()
  const longAgo = new Date(Date.now() - 15 * 86_400_000)
  const decide = (id: string, decision: 'CHANGES_REQUESTED' | 'REJECTED', at = decidedAt) =>
    db.$transaction((tx) => recordDecision(tx, id, { decision, decidedById: 'one', decidedAt: at }))
  await decide(sentBack.id, 'CHANGES_REQUESTED')
  await decide(rejected.id, 'REJECTED')
  await decide(old.id, 'CHANGES_REQUESTED', longAgo)

  const [kept, ...moved] = [
    await submit(versions[0]!),
    await submit(versions[1]!),
    await submit(versions[2]!),
  ]

  const waiting = (await listPendingSubmissions(db, { take: 500 })).map(({ id }) => id)
  expect(waiting.indexOf(kept!.id)).toBeLessThan(waiting.indexOf(later.id))
  for (const { id } of moved) expect(waiting.indexOf(id)).toBeGreaterThan(waiting.indexOf(later.id))
})

test('a page of the queue starts after the given row', async () => {
  const version = await makePublishedVersion({ state: 'IN_REVIEW' })
  const [first, second] = [await submit(version), await submit(version)]

  const page = await listPendingSubmissions(db, { after: first.id, take: 1 })

  expect(page.map(({ id }) => id)).toEqual([second.id])
})

test('a withdrawn submission is neither waiting nor decided', async () => {
  const version = await makePublishedVersion({ state: 'DRAFT' })
  const { id } = await submit(version)

  await db.$transaction((tx) => recordDecision(tx, id, ruling('publisher', 'WITHDRAWN')))

  const seen = [
    ...(await listPendingSubmissions(db, { take: 500 })),
    ...(await listDecidedSubmissions(db, { take: 500 })),
  ]
  expect(seen.map((each) => each.id)).not.toContain(id)
})

async function comment(submissionId: string, body: string) {
  const author = { authorId: 'somebody', authorName: 'Ada', isByAdmin: true }
  await db.$transaction((tx) => insertComment(tx, { ...author, submissionId, body }))
}

test('a comment thread covers all revisions of a version, oldest first, and no other version', async () => {
  const first = await makeSubmission({ decision: 'WITHDRAWN' })
  const second = await makeSubmission({ version: first.version })
  const other = await makeSubmission()
  await comment(first.id, 'one')
  await comment(other.id, 'elsewhere')
  await comment(second.id, 'two')
  await comment(first.id, 'three')

  const comments = await listCommentsOfVersion(db, first.versionId, { isAdmin: true })

  expect(comments.map(({ body, submission }) => [body, submission.revision])).toEqual([
    ['one', 1],
    ['two', 2],
    ['three', 1],
  ])
})
