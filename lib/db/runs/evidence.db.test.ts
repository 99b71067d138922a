// What is published of how long runs take and how much they return: nothing that follows one customer's run.
import { expect, test } from 'vitest'
import { runToEnd } from '../../runs/start/start-run.ts'
import { contextFor, makePublishedVersion, makeUser, type TestUser } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { database } from '../core/prisma-client.ts'
import { findEvidence, measureRuns } from './evidence.ts'

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
