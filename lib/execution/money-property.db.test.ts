// Random interleavings of paid runs on real Postgres: several at once, calling others that cost, put off for workers,
// cancelled, ended twice, retried with their key, refunded, and their process dying before any statement. Whatever
// happens: the sum is zero, nothing is below zero, no cap of a day is passed, and paid is exactly what succeeded and was
// not given back.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import { amountOf } from '../contract/money/money.ts'
import { insertApiKey } from '../db/api-keys.ts'
import { type Database, database } from '../db/client.ts'
import { sumLedger } from '../db/ledger.ts'
import type { RunRow } from '../db/runs.ts'
import { saveDailyCap, sumSpent } from '../db/spending.ts'
import { refundRun } from '../ledger/grant.ts'
import type { Outcome } from '../sandbox/sandbox.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makePublishedVersion,
  makeUser,
  type TestVersion,
} from '../testing/factories.ts'
import { fund, moneyOf } from '../testing/fund.ts'
import { endsWith } from '../testing/pretend-sandbox.ts'
import { endRun } from './end-run.ts'
import { performDeferred } from './perform-deferred.ts'
import { recordRun } from './record-run.ts'

const CASES = process.env.GUILDHALL_LONG ? 2_500 : 20
/** The usual few are always the same, in which each thing happens; what meets what is up to chance even so. */
const SEED = process.env.GUILDHALL_LONG ? undefined : 1
const PRICE = 50_000n
const CALL_PRICE = 30_000n

type World = { payers: Context[]; versions: TestVersion[]; admin: Context }
let world: World

beforeAll(async () => {
  const versions = [await makePublishedVersion(), await makePublishedVersion()]
  const payers = await Promise.all([1, 2].map(makePayer))
  world = { payers, versions, admin: await contextFor(await makeAdmin()) }
  // Workers that die log it, and these are meant to.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterAll(() => vi.restoreAllMocks())

/** Somebody who calls by a key: what they spend in a day has two caps. */
async function makePayer(): Promise<Context> {
  const user = await makeUser()
  const owner = { organisationId: user.organisation.id, userId: user.id }
  const made = { ...owner, name: 'Payer', prefix: 'gh_', hash: freshName('hash'), scopes: ['run' as const] }
  return { ...(await contextFor(user)), keyId: await insertApiKey(database(), { ...made, expiresAt: null }) }
}

const ENDS = ['succeeded', 'partial', 'failed', 'timed_out', 'cancelled'] as const

const end = fc.oneof({ weight: 2, arbitrary: fc.constant('succeeded' as const) }, fc.constantFrom(...ENDS))

/** One caller's doings: a run, how it ends, when its process dies, and whether somebody else ends it at the same time. */
const story = fc.record({
  payer: fc.nat(1),
  skill: fc.nat(1),
  key: fc.constantFrom(null, 'a', 'b'),
  end,
  /** A run that it calls and that costs, and whether that ends before its caller does or at the same time. */
  call: fc.option(fc.record({ end, isFirst: fc.boolean() })),
  /** The statement before which it dies; later than all of them: it lives. */
  diesBefore: fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 34 })),
  isRaced: fc.boolean(),
  /** A worker performs it later, and may die meanwhile; another takes over, or comes while the first still lives. */
  isDeferred: fc.boolean(),
  workerDiesBefore: fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 30 })),
})
type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never

/** For how many runs more there is room in the day; null for no cap. */
const cap = fc.option(fc.nat(4), { freq: 2 })

test('whatever runs, cancels, retries and crashes meet, only what succeeded is paid for, once', async () => {
  let succeeded = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(story, { minLength: 1, maxLength: 6 }),
      fc.tuple(fc.nat(3), fc.nat(3)),
      fc.nat(2),
      fc.tuple(cap, cap, cap, cap),
      async (stories, money, refunds, caps) => {
        succeeded += await play(stories, { money, caps }, refunds)
      },
    ),
    { numRuns: CASES, endOnFailure: true, seed: SEED },
  )
  // A test in which nothing is ever paid, called or given back would pass too.
  expect(succeeded).toBeGreaterThan(CASES / 2)
  expect(met.paidCalls).toBeGreaterThan(0)
  expect(met.refunds).toBeGreaterThan(0)
  expect(met.putOff).toBeGreaterThan(0)
  expect(met.overCap).toBeGreaterThan(0)
}, 900_000)

/** Returns how many runs succeeded. So many of those are refunded, while others go on. */
async function play(stories: Story[], { money, caps }: Means, refunds: number): Promise<number> {
  const salt = randomUUID()
  const payers = await Promise.all(
    world.payers.map((payer, index) => capped(payer, [caps[index]!, caps[index + 2]!])),
  )
  await Promise.all(
    payers.map(async (payer, index) => {
      const amount = money[index] ?? 0
      if (amount > 0) await fund(payer.viewer!.organisationId, amountOf(PRICE * BigInt(amount)))
    }),
  )
  const before = await Promise.all(payers.map(moneyAt))
  const lived = (each: Story) => live(each, payers[each.payer]!, salt).catch(ignoreDeath)
  await Promise.all(stories.map(lived))
  await sweepAll(salt)
  await requireUnderCaps(payers)
  // Whoever was not answered asks again.
  const again = stories.map((each) => lived({ ...each, diesBefore: 99 }))
  await Promise.all([...again, workOff(salt), refundSome(salt, refunds)])
  await workOff(salt)
  await sweepAll(salt)
  await requireUnderCaps(payers)
  return check(salt, before)
}

type Means = { money: readonly number[]; caps: readonly (number | null)[] }
type Payer = Context & { caps: { keyId?: string; most: bigint }[] }

/** The payer with room for so many runs more in the day of the key, and of the organisation. */
async function capped(payer: Context, rooms: [ofKey: number | null, ofAll: number | null]): Promise<Payer> {
  const { organisationId } = payer.viewer!
  const [ofKey, ofAll] = await Promise.all(
    [payer.keyId, undefined].map(async (keyId, index) => {
      const room = rooms[index]
      if (room === null || room === undefined) return null
      return (await spentOf(payer, keyId)) + PRICE * BigInt(room)
    }),
  )
  await saveDailyCap(database(), organisationId, ofAll ?? null)
  const caps = [...(ofKey ? [{ keyId: payer.keyId, most: ofKey }] : []), ...(ofAll ? [{ most: ofAll }] : [])]
  return { ...payer, keyGrant: { scopes: ['run'], skillSets: [], dailyCapMicros: ofKey ?? null }, caps }
}

function spentOf({ viewer }: Context, keyId: string | undefined): Promise<bigint> {
  return sumSpent(database(), { organisationId: viewer!.organisationId, keyId, since: new Date(0) })
}

async function requireUnderCaps(payers: Payer[]): Promise<void> {
  for (const payer of payers)
    for (const { keyId, most } of payer.caps) expect(await spentOf(payer, keyId)).toBeLessThanOrEqual(most)
}

const moneyAt = (payer: Context) => moneyOf(payer.viewer!.organisationId)

async function live(story: Story, payer: Context, salt: string): Promise<void> {
  const { skill, key, end, call, diesBefore, isRaced, isDeferred } = story
  const ctx = { ...payer, db: mortal(database(), diesBefore) }
  const version = world.versions[skill]!
  const { organisationId } = ctx.viewer!
  const holdMicros = PRICE + (call ? CALL_PRICE : 0n)
  const run = {
    ...runOf(ctx, version, salt),
    contractHash: key ?? '',
    priceMicros: PRICE,
    holdMicros,
    ...(isDeferred && { leaseUntil: null }),
  }
  const keyed = key && { organisationId, skillName: version.skillName, key: key + salt, requestHash: 'same' }
  const { row, isRepeated } = await recordRun(ctx, { run, ...(keyed && { call: keyed }) })
  if (isRepeated) return
  if (isDeferred) {
    putOff.set(row.id, story)
    if (isRaced) await endRun(database(), row, { state: 'cancelled' })
    return
  }
  await begin(ctx, row)
  const called = call && (await openCall(ctx, world.versions[1 - skill]!, row))
  if (call?.isFirst && called) {
    await endRun(ctx.db, called, { state: call.end })
    endedFirst.add(called.id)
  }
  await Promise.all([
    endRun(ctx.db, row, { state: end }),
    isRaced && endRun(database(), row, { state: 'cancelled' }),
    call && !call.isFirst && called && endRun(ctx.db, called, { state: call.end }),
  ])
}

const met = { paidCalls: 0, refunds: 0, putOff: 0, overCap: 0 }

/** How those go on that wait for a worker. */
const putOff = new Map<string, Story>()

/** Workers take what waits: each run two, one of which may die. */
async function workOff(salt: string): Promise<void> {
  const waiting = await database().run.findMany({
    where: { door: salt, state: 'queued', leaseUntil: null, parentRunId: null },
  })
  await Promise.all(waiting.map((row) => perform(row).catch(ignoreDeath)))
}

async function perform(row: RunRow): Promise<void> {
  // What was recorded by a process that died before it knew is somebody's too.
  const story = putOff.get(row.id)
  const sandbox = endsWith(() => outcomeOf(row, story))
  const worker = (diesBefore: number) =>
    performDeferred({ db: mortal(database(), diesBefore), sandbox }, row.id)
  const first = worker(story?.workerDiesBefore ?? 99)
  await Promise.all([first.catch(ignoreDeath), story?.isRaced && worker(99)])
  await worker(99)
}

async function outcomeOf(row: RunRow, story: Story | undefined): Promise<Outcome> {
  const told = { durationMs: 1, logs: [] }
  if (story?.call) {
    const { versions, payers } = world
    const ctx = payers.find(({ viewer }) => viewer!.organisationId === row.organisationId)!
    const called = await openCall(ctx, versions[1 - story.skill]!, row)
    await endRun(database(), called, { state: story.call.end })
    endedFirst.add(called.id)
  }
  if (story && story.end !== 'succeeded')
    return { ...told, kind: 'threw', error: { name: 'Error', message: 'It broke.', stack: '' } }
  return { ...told, kind: 'returned', value: { message: 'Hello.' } }
}

/** Those whose end was answered before their caller's was asked for. */
const endedFirst = new Set<string>()

async function openCall(ctx: Context, version: TestVersion, { id, door }: RunRow): Promise<RunRow> {
  const place = { parentRunId: id, rootRunId: id }
  const run = { ...runOf(ctx, version, door), ...place, priceMicros: CALL_PRICE, holdMicros: 0n }
  const { row } = await recordRun(ctx, { run })
  await begin(ctx, row)
  return row
}

const begin = ({ db }: Context, { id }: RunRow) =>
  db.run.updateMany({ where: { id, state: 'queued' }, data: { state: 'running' } })

function runOf(ctx: Context, version: TestVersion, salt: string) {
  const { organisationId, userId } = ctx.viewer!
  return {
    id: `run_${randomUUIDv7()}`,
    organisationId,
    userId,
    skillSetId: version.skillSetId,
    versionId: version.id,
    skillName: version.skillName,
    versionNumber: '1.0.0',
    mode: 'production' as const,
    door: salt,
    input: {},
    coercions: [],
    contractHash: '',
    leaseUntil: new Date(Date.now() + 60_000),
    terms: 'paid' as const,
    keyId: ctx.keyId ?? null,
  }
}

/** Each is asked for twice at once, and given once. */
async function refundSome(salt: string, count: number): Promise<void> {
  const paid = await database().run.findMany({
    where: { door: salt, parentRunId: null, state: 'succeeded' },
    take: count,
  })
  const asked = paid.flatMap(({ id }) =>
    [id, id].map((runId) => refundRun(world.admin, { runId, note: 'Slow.' })),
  )
  const answers = await Promise.allSettled(asked)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(paid.length)
}

/** A process that dies before its n-th statement: what it had begun is rolled back, as when a connection breaks. */
function mortal(db: Database, diesBefore: number): Database {
  let statements = 0
  const extended = db.$extends({
    query: {
      async $allOperations({ args, query }) {
        statements += 1
        if (statements >= diesBefore) throw new Death()
        return query(args)
      },
    },
  })
  // The extension changes no method.
  return extended as unknown as Database
}

class Death extends Error {}

function ignoreDeath(thrown: unknown): void {
  if (thrown instanceof Death) return
  const { code, message } = thrown as { code?: string; message?: string }
  if (code !== 'PAYMENT_REQUIRED') throw thrown
  if (message?.includes('USDC a day')) met.overCap += 1
}

async function sweepAll(salt: string): Promise<void> {
  const lost = await database().run.findMany({
    // What waits for a worker is not lost.
    where: { door: salt, state: { in: ['queued', 'running'] }, leaseUntil: { not: null } },
  })
  await Promise.all(lost.map((each) => endRun(database(), each, { state: 'failed' })))
}

async function check(salt: string, before: Awaited<ReturnType<typeof moneyAt>>[]): Promise<number> {
  const db = database()
  const runs = await db.run.findMany({ where: { door: salt } })
  const roots = runs.filter(({ parentRunId }) => parentRunId === null)
  const good = roots.filter(({ state }) => state === 'succeeded')
  const ids = runs.map(({ id }) => id)
  const transfers = await db.ledgerTransfer.findMany({
    where: { runId: { in: ids } },
    include: { lines: true },
  })

  expect((await sumLedger(db)).total).toBe(0n)
  for (const root of roots) {
    const called = runs.filter(({ rootRunId }) => rootRunId === root.id)
    expect(root.chargedMicros).toBe(root.state === 'succeeded' ? PRICE : 0n)
    for (const each of called) expect(mayHaveCost(each, root)).toContain(each.chargedMicros)
    const family = [root, ...called]
    const captured = family.reduce((sum, { chargedMicros }) => sum + (chargedMicros ?? 0n), 0n)
    expect(root.capturedMicros).toBe(captured)
    met.paidCalls += called.filter(({ chargedMicros }) => chargedMicros === CALL_PRICE).length
    met.refunds += root.refundedAt ? 1 : 0
    met.putOff += root.state === 'succeeded' && putOff.has(root.id) ? 1 : 0

    const own = transfers.filter(({ runId }) => runId === root.id)
    const kinds = root.refundedAt ? ['hold', 'refund', 'settle'] : ['hold', 'settle']
    expect(own.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    // Each has earned what it cost without the fee, and nothing of it when it was refunded.
    const earnings = own.flatMap(({ lines }) =>
      lines.filter(({ accountId }) => accountId.startsWith('earnings:')),
    )
    for (const { id, chargedMicros } of family) {
      const lines = earnings.filter(({ runId }) => runId === id)
      const earned = lines.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)
      expect(earned).toBe(root.refundedAt ? 0n : ((chargedMicros ?? 0n) * 99n) / 100n)
    }
  }
  for (const [index, payer] of world.payers.entries()) {
    const { organisationId } = payer.viewer!
    const paid = good.filter((run) => run.organisationId === organisationId && !run.refundedAt)
    const wallet = paid.reduce(
      (left, { capturedMicros }) => left - (capturedMicros ?? 0n),
      before[index]!.wallet,
    )
    expect(wallet).toBeGreaterThanOrEqual(0n)
    expect(await moneyAt(payer)).toMatchObject({ wallet, hold: 0n })
    for (const version of world.versions)
      for (const key of ['a', 'b']) {
        const keyed = good.filter(
          (run) =>
            run.contractHash === key && run.organisationId === organisationId && run.versionId === version.id,
        )
        expect(keyed.length).toBeLessThanOrEqual(1)
      }
  }
  return good.length
}

/** A run that was called costs its price when it and its caller succeeded, and it was not the later one to end. */
function mayHaveCost({ id, state }: RunRow, root: RunRow): bigint[] {
  if (state !== 'succeeded' || root.state !== 'succeeded') return [0n]
  return endedFirst.has(id) ? [CALL_PRICE] : [0n, CALL_PRICE]
}
