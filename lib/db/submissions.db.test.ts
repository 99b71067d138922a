import { expect, test } from 'vitest'
import { makePublishedVersion } from '../testing/factories.ts'
import { database } from './client.ts'
import {
  countAhead,
  decideSubmission,
  findLastSubmission,
  findSubmission,
  insertSubmission,
  listDecided,
  listRevisions,
  listWaiting,
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
    db.$transaction((tx) => decideSubmission(tx, id, ruling('one'))),
    db.$transaction((tx) => decideSubmission(tx, id, ruling('other'))),
  ])

  expect(answers.toSorted()).toEqual([false, true])
  expect((await findSubmission(db, id))?.decision).toBe('APPROVED')
})

test('the queue is oldest first and knows how many stand ahead', async () => {
  const [older, newer] = [await makePublishedVersion({ state: 'IN_REVIEW' }), await makePublishedVersion()]
  const [first, second] = [await submit(older), await submit(newer)]

  const waiting = (await listWaiting(db, { take: 500 })).map(({ id }) => id)

  expect(waiting.indexOf(first.id)).toBeGreaterThanOrEqual(0)
  expect(waiting.indexOf(first.id)).toBeLessThan(waiting.indexOf(second.id))
  const last = await findSubmission(db, second.id)
  expect(await countAhead(db, last!)).toBe(waiting.indexOf(second.id))
})

test('a page of the queue goes on after the line named', async () => {
  const version = await makePublishedVersion({ state: 'IN_REVIEW' })
  const [first, second] = [await submit(version), await submit(version)]

  const page = await listWaiting(db, { after: first.id, take: 1 })

  expect(page.map(({ id }) => id)).toEqual([second.id])
})

test('what was withdrawn neither waits nor counts as decided', async () => {
  const version = await makePublishedVersion({ state: 'DRAFT' })
  const { id } = await submit(version)

  await db.$transaction((tx) => decideSubmission(tx, id, ruling('publisher', 'WITHDRAWN')))

  const seen = [...(await listWaiting(db, { take: 500 })), ...(await listDecided(db, { take: 500 }))]
  expect(seen.map((each) => each.id)).not.toContain(id)
})
