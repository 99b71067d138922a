// Our own SQL statements write and return the same rows on a real Postgres as Prisma reads.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Database, database, type Tx } from '../../kernel/db/prisma-client.ts'
import { makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { claimRun, type RunEnd } from './runs.ts'
import { insertRun, type NewRun, updateRunEnd } from './write-run.ts'

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

test('a run is ended once, only from the named state, and not silently while a webhook listens', async () => {
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

describe('claimRun', () => {
  const LATER = () => new Date(Date.now() + 60_000)
  const claim = ({ id, organisationId, lane = 'quick' }: NewRun, atOnce: number) =>
    claimRun(db, { id, organisationId, lane, atOnce, leaseUntil: LATER() })

  test('claimRun starts a run of one lane although runs of the other use and wait for every slot', async () => {
    const quick = { ...(await newRun()), leaseUntil: LATER() }
    const long = (number: number) => ({ ...quick, id: `${quick.id}-${number}`, lane: 'long' as const })
    // Recorded first, so that they are first in a queue of both lanes.
    for (const run of [long(1), long(2), quick]) await insertRun(db, run)

    expect([await claim(long(1), 1), await claim(long(2), 1), await claim(quick, 1)]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('claimRun starts a queued run while its organisation has a free slot, and none while it has none', async () => {
    const first = { ...(await newRun()), leaseUntil: LATER() }
    const second = { ...first, id: `${first.id}-2` }
    await insertRun(db, first)
    await insertRun(db, second)

    expect([await claim(first, 1), await claim(second, 1)]).toEqual([true, false])
    expect(await db.run.findUnique({ where: { id: first.id } })).toMatchObject({
      state: 'running',
      startedAt: expect.any(Date),
    })
    expect(await db.run.findUnique({ where: { id: second.id } })).toMatchObject({ state: 'queued' })
  })

  test('claimRun lets no run overtake one that waits, unless the process of that one has died', async () => {
    const first = { ...(await newRun()), leaseUntil: LATER() }
    const second = { ...first, id: `${first.id}-2` }
    await insertRun(db, first)
    await insertRun(db, second)

    expect(await claim(second, 4)).toBe(false)
    const leaseUntil = new Date(Date.now() - 60_000)
    await db.run.update({ where: { id: first.id }, data: { leaseUntil } })
    expect(await claim(second, 4)).toBe(true)
  })
})
