// What is published of how long runs take and how much they return: nothing that follows one customer's run.
import { expect, test } from 'vitest'
import { runToEnd } from '../../runs/start/start-run.ts'
import { contextFor, makePublishedVersion, makeUser, type TestUser } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { database } from '../core/prisma-client.ts'
import { findEvidence, measureRuns, refreshEvidence } from './evidence.ts'

const db = database()
/** A duration that encodes a character. */
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

test('with fewer than three organisations, an organisation sees only its own measurements', async () => {
  const [one, two] = [await makeUser(), await makeUser()]
  const name = await skillRunBy([one, two, two])

  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ runs: 3, p50Ms: null })
  const nothing = { runs: 0, p50Ms: null, p95Ms: null, p50OutputBytes: null, p95OutputBytes: null }
  expect(await measureRuns(db, name, undefined)).toEqual(nothing)
  expect(await measureRuns(db, name, (await makeUser()).organisation.id)).toEqual(nothing)
  expect(await measureRuns(db, name, two.organisation.id)).toMatchObject({ runs: 2, p50Ms: 1_100 })
})

test('measurements across organisations have two significant digits', async () => {
  const name = await skillRunBy([await makeUser(), await makeUser(), await makeUser()])

  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ p50Ms: 1_100 })
  expect(await measureRuns(db, name, undefined)).toMatchObject({
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
  const [parent, ...children] = await db.run.findMany({ where: { skillName: name } })
  const ids = children.map(({ id }) => id)
  await db.run.updateMany({
    where: { id: { in: ids } },
    data: { parentRunId: parent!.id, rootRunId: parent!.id },
  })

  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ runs: 1, p50Ms: null })
})

test('popularity counts other organisations, once a day each', async () => {
  const users = [await makeUser(), await makeUser()]
  const name = await skillRunBy([...users, ...users, ...users])
  const { publisher } = await db.skillSet.findFirstOrThrow({
    where: { runs: { some: { skillName: name } } },
    include: { publisher: true },
  })
  await db.run.updateMany({
    where: { skillName: name, organisationId: users[1]!.organisation.id },
    data: { organisationId: publisher.organisationId },
  })
  await listEntry(name)

  await refreshEvidence(db, name)

  const entry = await db.catalogEntry.findUniqueOrThrow({ where: { name } })
  expect(entry).toMatchObject({ runs30d: 3, succeeded30d: 3, customerDays30d: 1 })
})

test('a refusal of a customer’s input does not count as a failure of the skill', async () => {
  const name = await skillRunBy([await makeUser(), await makeUser(), await makeUser()])
  const [refused, failed] = await db.run.findMany({ where: { skillName: name } })
  const fail = (id: string, code: string) =>
    db.run.update({ where: { id }, data: { state: 'failed', error: { code } } })
  await fail(refused!.id, 'INVALID_INPUT')
  await fail(failed!.id, 'SKILL_ERROR')

  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ runs: 2, succeeded: 1 })
})
