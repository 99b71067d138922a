// Published durations and output sizes of runs must not reveal anything about one customer's run.

import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makePublishedVersion, makeUser, type TestUser } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { runToEnd } from '../start/start-run.ts'
import { findEvidence, measureRuns, refreshEvidence } from './evidence.ts'

const db = database()
/** A duration with which a handler could encode a character. */
const ENCODED_MS = 1_112

async function skillRunBy(users: readonly TestUser[]): Promise<string> {
  const { skillName } = await makePublishedVersion()
  for (const user of users) {
    const ctx = await contextFor(user, { sandbox: returns({ message: 'x'.repeat(4_711) }) })
    const { id } = await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
    await db.run.update({ where: { id }, data: { durationMs: ENCODED_MS } })
  }
  return skillName
}

async function listEntry(name: string): Promise<void> {
  const [publisher = '', skillSetSlug = '', skillSlug = ''] = name.split('.')
  const texts = { title: '', description: '', skillSetName: '', versionNumber: '1.0.0', kind: 'action' }
  const kinds = { runtime: 'javascript', riskLevel: 'read-only', publishedAt: new Date() }
  await db.catalogEntry.create({ data: { name, publisher, skillSetSlug, skillSlug, ...texts, ...kinds } })
}

type Change = Parameters<typeof db.run.update>[0]['data']

/** Repeats the end of each run of the skill, with `changes[0]`, `changes[1]` … applied to the runs in order. */
async function endAgain(skillName: string, changes: (runIds: string[]) => Change[]): Promise<void> {
  const runs = await db.run.findMany({ where: { skillName }, orderBy: { id: 'asc' } })
  await db.run.updateMany({ where: { skillName }, data: { state: 'running' } })
  await db.skillDay.deleteMany({ where: { skillName } })
  await db.skillCustomer.deleteMany({ where: { skillName } })
  const ids = runs.map(({ id }) => id)
  for (const [index, data] of changes(ids).entries())
    await db.run.update({ where: { id: ids[index]! }, data: { state: 'succeeded', ...data } })
}

const countsOf = async (skillName: string) => ({
  days: await db.skillDay.groupBy({
    by: ['day', 'skillSetId'],
    where: { skillName },
    _sum: { runs: true, succeeded: true, customers: true },
    orderBy: { day: 'asc' },
  }),
  customers: await db.skillCustomer.findMany({ where: { skillName }, orderBy: { organisationId: 'asc' } }),
})

test('with fewer than three organisations, an organisation sees only its own measurements', async () => {
  const [one, two] = [await makeUser(), await makeUser()]
  const name = await skillRunBy([one, two, two])

  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ runs: 3, p50Ms: null })
  const nothing = { runs: 0, p50Ms: null, p95Ms: null, p50OutputBytes: null, p95OutputBytes: null }
  expect(await measureRuns(db, [name], undefined)).toEqual(nothing)
  expect(await measureRuns(db, [name], (await makeUser()).organisation.id)).toEqual(nothing)
  expect(await measureRuns(db, [name], two.organisation.id)).toMatchObject({ runs: 2, p50Ms: 1_100 })
})

test('measurements across organisations have two significant digits', async () => {
  const name = await skillRunBy([await makeUser(), await makeUser(), await makeUser()])
  await listEntry(name)
  await refreshEvidence(db, name)

  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ p50Ms: 1_100 })
  expect(await measureRuns(db, [name], undefined)).toMatchObject({
    runs: 3,
    p50Ms: 1_100,
    p95Ms: 1_100,
    p50OutputBytes: 4_700,
    p95OutputBytes: 4_700,
  })
})

test('runs that other runs called are not counted: code calls those as it likes', async () => {
  const users = [await makeUser(), await makeUser(), await makeUser()]
  const name = await skillRunBy(users)

  await endAgain(name, ([parent]) => {
    const child = { parentRunId: parent!, rootRunId: parent! }
    return [{}, child, child]
  })

  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ runs: 1, p50Ms: null })
})

test('a skill’s popularity counts other organisations, once a day each', async () => {
  const users = [await makeUser(), await makeUser()]
  const name = await skillRunBy([...users, ...users, ...users])
  const { publisher } = await db.skillSet.findFirstOrThrow({
    where: { runs: { some: { skillName: name } } },
    include: { publisher: true },
  })
  const own = { organisationId: publisher.organisationId }
  await endAgain(name, () => [{}, own, {}, own, {}, own])
  await listEntry(name)

  await refreshEvidence(db, name)

  const entry = await db.catalogEntry.findUniqueOrThrow({ where: { name } })
  expect(entry).toMatchObject({ runs30d: 3, succeeded30d: 3, customerDays30d: 1 })
})

test('a refusal of a customer’s input does not count as a failure of the skill', async () => {
  const name = await skillRunBy([await makeUser(), await makeUser(), await makeUser()])
  const failed = (code: string): Change => ({ state: 'failed', error: { code } })

  await endAgain(name, () => [failed('INVALID_INPUT'), failed('SKILL_ERROR'), {}])

  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ runs: 2, succeeded: 1 })
})

test('runs that were loaded without triggers are counted as if they had ended with them', async () => {
  const users = [await makeUser(), await makeUser()]
  const name = await skillRunBy([...users, ...users])
  await endAgain(name, () => [{}, { state: 'timed_out' }, { state: 'cancelled' }, {}])
  const counted = await countsOf(name)

  await db.$executeRaw`SELECT "recount_runs"()`

  expect(counted.days).toMatchObject([{ _sum: { runs: 3, succeeded: 2, customers: 2 } }])
  expect(await countsOf(name)).toEqual(counted)
})

test('an organisation that returns on another day is another customer day', async () => {
  const user = await makeUser()
  const name = await skillRunBy([user, user, user])
  const daysAgo = (days: number): Change => ({ createdAt: new Date(Date.now() - days * 86_400_000) })
  await endAgain(name, () => [daysAgo(40), daysAgo(3), daysAgo(1)])
  await listEntry(name)

  await refreshEvidence(db, name)

  const entry = await db.catalogEntry.findUniqueOrThrow({ where: { name } })
  expect(entry).toMatchObject({ runs30d: 2, customerDays30d: 2 })
})

test('runs that end at the same time are all counted, and their organisation once', async () => {
  const user = await makeUser()
  const name = await skillRunBy(Array.from({ length: 12 }, () => user))
  await endAgain(name, () => [])

  const runs = await db.run.findMany({ where: { skillName: name } })
  await Promise.all(runs.map(({ id }) => db.run.update({ where: { id }, data: { state: 'succeeded' } })))

  expect((await countsOf(name)).days).toMatchObject([{ _sum: { runs: 12, succeeded: 12, customers: 1 } }])
})
