// Our own SQL statements write and return the same rows on a real Postgres as Prisma reads.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Database, database, type Tx } from '../../kernel/db/prisma-client.ts'
import { makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { insertAndStartRun, insertRun, type NewRun } from './insert-run.ts'
import type { RunEnd } from './runs.ts'
import { updateRunEnd } from './update-run-end.ts'

const db = database()

async function newRun(): Promise<NewRun> {
  const [version, user] = [await makePublishedVersion(), await makeUser()]
  return {
    id: `run_${randomUUID()}`,
    organisationId: user.organisation.id,
    userId: user.id,
    skillSetId: version.skillSetId,
    versionId: version.id,
    skillName: `stall.${randomUUID()}.skill`,
    versionNumber: '1.0.0',
    mode: 'production',
    channel: 'cli',
    input: { text: '\u2028 日本語 "\\\u0000', list: [null, 1.5, -0.1e-7] },
    coercions: [{ path: '/n', from: '1', to: 1 }] as unknown as NewRun['coercions'],
    notices: ['It is old.'],
    contractHash: 'hash',
    inputBlobs: ['blob:{"a",b}', 'blob:2'],
    leaseUntil: new Date('2026-01-02T03:04:05.678Z'),
    priceMicros: 0n,
    holdMicros: 0n,
    keyId: null,
    attempt: 3,
  }
}

const END: RunEnd = {
  state: 'succeeded',
  output: null,
  warnings: [],
  logs: [{ level: 'log', text: 'one "line"\n', atMs: 1 }],
  requests: [{ method: 'GET', host: 'a.example', sentBytes: 0, bytes: 1, ms: 2 }],
  durationMs: 12,
  cpuMs: 3,
  outputBlobs: ['blob:3'],
  chargedMicros: 0n,
}

const modes: [way: string, work: <T>(work: (on: Database | Tx) => Promise<T>) => Promise<T>][] = [
  ['by itself', (work) => work(db)],
  ['in a transaction', (work) => db.$transaction((tx) => work(tx))],
]

test.each(modes)('%s, a run is written and ended as Prisma reads it', async (_mode, within) => {
  const run = await newRun()

  const queued = await within((on) => insertRun(on, run))
  expect(queued).toEqual(await db.run.findUnique({ where: { id: run.id } }))
  expect(queued).toMatchObject({ ...run, state: 'queued', terms: 'free', hasOutput: false, output: null })
  await db.run.update({ where: { id: run.id }, data: { state: 'running', progress: 0.5 } })

  const ended = await within((on) => updateRunEnd(on, queued, { end: END }))
  expect(ended).toEqual(await db.run.findUnique({ where: { id: run.id } }))
  expect(ended).toMatchObject({ ...END, hasOutput: true, progress: 0.5, leaseUntil: null, error: null })
})

test('a run is ended once, from the state that was named, and when a webhook listens not unheard', async () => {
  const run = await insertRun(db, await newRun())
  const cancelled: RunEnd = { state: 'cancelled' }
  const hook = { organisationId: run.organisationId, createdById: run.userId, url: 'https://a.example/' }
  const options = { end: cancelled }

  expect(await updateRunEnd(db, run, { ...options, onlyFrom: 'running' })).toBeNull()
  const { id } = await db.webhook.create({ data: { ...hook, sealed: new Uint8Array(1), keyId: 'k' } })
  expect(await updateRunEnd(db, run, { ...options, onlyWithoutListeners: true })).toBeNull()
  await db.webhook.update({ where: { id }, data: { skillName: 'another.skill.here' } })
  expect(await updateRunEnd(db, run, { ...options, onlyWithoutListeners: true })).toMatchObject({
    state: 'cancelled',
  })
  expect(await updateRunEnd(db, run, { ...options, end: END })).toBeNull()
})

describe('a run that is inserted to start', () => {
  const LATER = () => new Date(Date.now() + 60_000)

  test.each([true, false])('is running, and the row as Prisma reads it; flushed: %s', async (isFlushed) => {
    const run = { ...(await newRun()), leaseUntil: LATER() }

    const row = await insertAndStartRun(db, run, { atOnce: 1, isFlushed })

    expect(row).toMatchObject({ state: 'running', startedAt: expect.any(Date), leaseUntil: run.leaseUntil })
    expect(row).toEqual(await db.run.findUnique({ where: { id: run.id } }))
  })

  test('waits while all slots of its organisation are taken', async () => {
    const run = { ...(await newRun()), leaseUntil: LATER() }
    await insertAndStartRun(db, run, { atOnce: 1, isFlushed: true })

    const second = await insertAndStartRun(db, { ...run, id: `${run.id}-2` }, { atOnce: 1, isFlushed: true })

    expect(second).toMatchObject({ state: 'queued', startedAt: null })
  })

  test('does not overtake one that waits, unless the server of that one has died', async () => {
    const run = { ...(await newRun()), leaseUntil: LATER() }
    const options = { atOnce: 4, isFlushed: true }
    await insertRun(db, run)

    const second = await insertAndStartRun(db, { ...run, id: `${run.id}-2` }, options)
    await db.run.updateMany({
      where: { organisationId: run.organisationId },
      data: { leaseUntil: new Date(Date.now() - 60_000) },
    })
    const third = await insertAndStartRun(db, { ...run, id: `${run.id}-3` }, options)

    expect([second?.state, third?.state]).toEqual(['queued', 'running'])
  })

  test.each([
    ['more is stored than it allows', { organisation: -1, person: 1e9 }, 1],
    ['the organisations of the person store more', { organisation: 1e9, person: -1 }, 1],
    ['as many are queued', { organisation: 1e9, person: Number.POSITIVE_INFINITY }, 0],
  ])('is not inserted without room: %s', async (_, stored, queued) => {
    const run = { ...(await newRun()), leaseUntil: LATER() }
    const room = { stored: { ...stored, except: [] }, queued }
    const enough = { stored: { organisation: 0, person: Number.POSITIVE_INFINITY, except: [] }, queued: 1 }

    expect(await insertAndStartRun(db, run, { atOnce: 1, isFlushed: true, room })).toBeNull()
    expect(await db.run.count({ where: { id: run.id } })).toBe(0)
    expect(await insertAndStartRun(db, run, { atOnce: 1, isFlushed: true, room: enough })).toMatchObject({
      state: 'running',
    })
  })
})
