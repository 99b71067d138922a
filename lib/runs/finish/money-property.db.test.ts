// Random interleavings of paid, free and draft runs on real Postgres. Several runs at once call paid skills
// directly or through another skill, fail, time out, are cancelled, deferred to workers, ended twice, retried with
// their key, refunded, and lose their process before any statement. In every case the sum is zero, no balance is
// negative, no daily cap is exceeded, and each run that succeeded is paid for separately, once, unless it was
// refunded.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '../../context/context.ts'
import { insertApiKey } from '../../db/accounts/api-keys.ts'
import { type Database, database } from '../../db/core/prisma-client.ts'
import { saveDailyCap, sumLedger, sumSpending } from '../../db/money/ledger.ts'
import type { RunRow } from '../../db/runs/runs.ts'
import { refundRun } from '../../ledger/grant-credit.ts'
import { amountOf } from '../../money/money.ts'
import type { Outcome } from '../../sandbox/sandbox.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makePublishedVersion,
  makeUser,
  type TestVersion,
} from '../../testing/factories.ts'
import { endsWith } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { performDeferredRun } from '../lifecycle/perform-deferred-run.ts'
import { recordRun } from '../prepare/record-run.ts'
import { endRun } from './end-run.ts'

const CASES = process.env.GUILDHALL_LONG ? 2_500 : 50
/** The long run ends after this time on a busy machine, with fewer cases. */
const LONGEST_MS = 1_500_000
/** Usual runs play the same cases, which cover everything below; only their timing varies. */
const SEED = process.env.GUILDHALL_LONG ? undefined : 6
const PRICE = 50_000n
const CALL_PRICE = 30_000n
const MIDDLE_PRICE = 20_000n

type Fixture = { payers: Context[]; versions: TestVersion[]; admin: Context }
let fixture: Fixture

beforeAll(async () => {
  const versions = [await makePublishedVersion(), await makePublishedVersion()]
  const payers = await Promise.all([1, 2].map(makePayer))
  fixture = { payers, versions, admin: await contextFor(await makeAdmin()) }
  // Workers die on purpose here and log it.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterAll(() => vi.restoreAllMocks())

/** Creates a payer who calls with a key, so that two daily caps apply. */
async function makePayer(): Promise<Context> {
  const user = await makeUser()
  const owner = { organisationId: user.organisation.id, userId: user.id }
  const made = { ...owner, name: 'Payer', prefix: 'gh_', hash: freshName('hash'), scopes: ['run' as const] }
  return { ...(await contextFor(user)), keyId: await insertApiKey(database(), { ...made, expiresAt: null }) }
}

const ENDS = ['succeeded', 'partial', 'failed', 'timed_out', 'cancelled'] as const

const end = fc.oneof({ weight: 2, arbitrary: fc.constant('succeeded' as const) }, fc.constantFrom(...ENDS))

/** One call: how the run ends, when its process dies, and whether another process ends it at the same time. */
const story = fc.record({
  payer: fc.nat(1),
  skill: fc.nat(1),
  key: fc.constantFrom(null, 'a', 'b'),
  end: fc.oneof(fc.constant('succeeded' as const), fc.constantFrom(...ENDS.slice(1))),
  terms: fc.constantFrom('paid', 'paid', 'free', 'draft'),
  /**
   * A paid call of the run: how it ends, whether before its caller or at the same time, and how a paid skill between
   * the two ends, if there is one.
   */
  call: fc.option(fc.record({ end, isFirst: fc.boolean(), middle: fc.option(end) })),
  /** The statement before which the process dies; 99 comes after all of them. */
  diesBefore: fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 34 })),
  /** The process dies after its call has ended and before its own run has. */
  diesAfterCall: fc.boolean(),
  isRaced: fc.boolean(),
  /** A worker performs the run later and may die; another takes over then, or while the first is still alive. */
  isDeferred: fc.boolean(),
  workerDiesBefore: fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 30 })),
})
type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never

/** The number of further runs that a daily cap allows; null for no cap. */
const cap = fc.oneof(fc.constant(null), fc.nat(4))

test('whatever runs, cancels, retries and crashes meet, each run that succeeded is paid for, once', async () => {
  let paid = 0
  let played = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(story, { minLength: 1, maxLength: 6 }),
      fc.tuple(fc.nat(3), fc.nat(3)),
      fc.nat(2),
      fc.tuple(cap, cap, cap, cap),
      async (stories, money, refunds, caps) => {
        paid += await play(stories, { money, caps }, refunds)
        played += 1
      },
    ),
    { numRuns: CASES, endOnFailure: true, seed: SEED, interruptAfterTimeLimit: LONGEST_MS },
  )
  if (process.env.GUILDHALL_LONG) console.info(`${played} cases, ${paid} paid`, met)
  // The test would also pass if nothing were ever paid, called or refunded.
  expect(paid).toBeGreaterThan(played / 4)
  expect(met.paidCalls).toBeGreaterThan(0)
  for (const above of ['failed', 'timed_out', 'cancelled', 'draft', 'killed', 'middle'])
    expect(met.paidUnder).toHaveProperty(above)
  expect(met.refunds).toBeGreaterThan(0)
  expect(met.deferred).toBeGreaterThan(0)
  expect(met.overCap).toBeGreaterThan(0)
}, 1_800_000)

/** Returns how many roots captured money. Refunds up to `refunds` of them while others continue. */
async function play(stories: Story[], { money, caps }: Means, refunds: number): Promise<number> {
  const salt = randomUUID()
  const payers = await Promise.all(
    fixture.payers.map((payer, index) => capped(payer, [caps[index]!, caps[index + 2]!])),
  )
  await Promise.all(
    payers.map(async (payer, index) => {
      const amount = money[index] ?? 0
      if (amount > 0) await fundWallet(payer.viewer!.organisationId, amountOf(PRICE * BigInt(amount)))
    }),
  )
  const before = await Promise.all(payers.map(moneyAt))
  const lived = (each: Story) => live(each, payers[each.payer]!, salt).catch(ignoreDeath)
  await Promise.all(stories.map(lived))
  await sweepAll(salt)
  await requireUnderCaps(payers)
  // Callers that got no response retry.
  const again = stories.map((each) => lived({ ...each, diesBefore: 99, diesAfterCall: false }))
  await Promise.all([...again, workOff(salt), refundSome(salt, refunds)])
  await workOff(salt)
  await sweepAll(salt)
  await requireUnderCaps(payers)
  return check(salt, before)
}

type Means = { money: readonly number[]; caps: readonly (number | null)[] }
type Payer = Context & { caps: { keyId?: string; limit: bigint }[] }

/** Sets the daily caps of the key and of the organisation to allow this many more runs. */
async function capped(payer: Context, rooms: [ofKey: number | null, ofAll: number | null]): Promise<Payer> {
  const { organisationId } = payer.viewer!
  const [ofKey, ofAll] = await Promise.all(
    [payer.keyId, undefined].map(async (keyId, index) => {
      const room = rooms[index]
      if (room === null || room === undefined) return null
      return (await spendingOf(payer, keyId)) + PRICE * BigInt(room)
    }),
  )
  await saveDailyCap(database(), organisationId, ofAll ?? null)
  const caps = [
    ...(ofKey ? [{ keyId: payer.keyId, limit: ofKey }] : []),
    ...(ofAll ? [{ limit: ofAll }] : []),
  ]
  return { ...payer, keyGrant: { scopes: ['run'], skillSets: [], dailyCapMicros: ofKey ?? null }, caps }
}

function spendingOf({ viewer }: Context, keyId: string | undefined): Promise<bigint> {
  return sumSpending(database(), { organisationId: viewer!.organisationId, keyId, since: new Date(0) })
}

async function requireUnderCaps(payers: Payer[]): Promise<void> {
  for (const payer of payers)
    for (const { keyId, limit } of payer.caps)
      expect(await spendingOf(payer, keyId)).toBeLessThanOrEqual(limit)
}

const moneyAt = (payer: Context) => moneyOf(payer.viewer!.organisationId)

async function live(story: Story, payer: Context, salt: string): Promise<void> {
  const { skill, terms, end, call, diesBefore, isRaced } = story
  const isDraft = terms === 'draft'
  // A draft is neither repeated nor deferred.
  const key = isDraft ? null : story.key
  const isDeferred = story.isDeferred && !isDraft
  const ctx = { ...payer, db: mortal(database(), diesBefore) }
  const version = fixture.versions[skill]!
  const { organisationId } = ctx.viewer!
  const priceMicros = terms === 'paid' ? PRICE : 0n
  const middleMicros = call?.middle ? MIDDLE_PRICE : 0n
  const holdMicros = priceMicros + middleMicros + (call ? CALL_PRICE : 0n)
  const run = {
    ...runOf(ctx, version, salt),
    ...(isDraft && { mode: 'development' as const, versionId: null, terms: 'draft' as const }),
    contractHash: key ?? '',
    priceMicros,
    holdMicros,
    ...(isDeferred && { leaseUntil: null }),
  }
  const keyed = key && { organisationId, skillName: version.skillName, key: key + salt, requestHash: 'same' }
  const { row, isRepeated } = await recordRun(ctx, { run, ...(keyed && { call: keyed }) })
  if (isRepeated) return
  if (isDeferred) {
    deferred.set(row.id, story)
    if (isRaced) await endRun(database(), row, { state: 'cancelled' })
    return
  }
  await begin(ctx, row)
  const child = fixture.versions[1 - skill]!
  const middle = call?.middle ? await openCall(ctx, child, row, { priceMicros: MIDDLE_PRICE }) : undefined
  const called = call && (await openCall(ctx, child, row, { above: middle }))
  if (call?.isFirst && called) await endRun(ctx.db, called, endOf(call.end))
  if (call?.isFirst && story.diesAfterCall) return
  await Promise.all([
    endRun(ctx.db, row, endOf(end)),
    isRaced && endRun(database(), row, { state: 'cancelled' }),
    middle && call?.middle && endRun(ctx.db, middle, endOf(call.middle)),
    call && !call.isFirst && called && endRun(ctx.db, called, endOf(call.end)),
  ])
}

const endOf = (state: (typeof ENDS)[number]) => ({
  state,
  ...(state === 'succeeded' && { output: { message: 'Hello.' } }),
})

const met = {
  paidCalls: 0,
  refunds: 0,
  deferred: 0,
  overCap: 0,
  /** Paid calls, counted by what happened to the runs above them. */
  paidUnder: {} as Record<string, number>,
}

/** Roots that only the sweep ended. */
const killed = new Set<string>()

/** The stories of runs that wait for a worker, by run id. */
const deferred = new Map<string, Story>()

/** Lets at least two workers perform each waiting run; the first may die. */
async function workOff(salt: string): Promise<void> {
  const waiting = await database().run.findMany({
    where: { channel: salt, state: 'queued', leaseUntil: null, parentRunId: null },
  })
  await Promise.all(waiting.map((row) => perform(row).catch(ignoreDeath)))
}

async function perform(row: RunRow): Promise<void> {
  // A run has no story here if its process died right after recording it.
  const story = deferred.get(row.id)
  const sandbox = endsWith(() => outcomeOf(row, story))
  const worker = (diesBefore: number) =>
    performDeferredRun({ db: mortal(database(), diesBefore), sandbox }, row.id)
  const first = worker(story?.workerDiesBefore ?? 99)
  await Promise.all([first.catch(ignoreDeath), story?.isRaced && worker(99)])
  await worker(99)
}

async function outcomeOf(row: RunRow, story: Story | undefined): Promise<Outcome> {
  const timing = { durationMs: 1, logs: [] }
  if (story?.call) {
    const { versions, payers } = fixture
    const ctx = payers.find(({ viewer }) => viewer!.organisationId === row.organisationId)!
    const called = await openCall(ctx, versions[1 - story.skill]!, row)
    await endRun(database(), called, endOf(story.call.end))
  }
  if (story && story.end !== 'succeeded')
    return { ...timing, kind: 'threw', error: { name: 'Error', message: 'It broke.', stack: '' } }
  return { ...timing, kind: 'returned', value: { message: 'Hello.' } }
}

type Call = { priceMicros?: bigint; above?: RunRow | undefined }

async function openCall(
  ctx: Context,
  version: TestVersion,
  root: RunRow,
  { priceMicros = CALL_PRICE, above = root }: Call = {},
): Promise<RunRow> {
  const ancestry = { parentRunId: above.id, rootRunId: root.id }
  const run = { ...runOf(ctx, version, root.channel), ...ancestry, priceMicros, holdMicros: 0n }
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
    channel: salt,
    input: {},
    coercions: [],
    contractHash: '',
    leaseUntil: new Date(Date.now() + 60_000),
    terms: 'paid' as const,
    keyId: ctx.keyId ?? null,
  }
}

/** Requests each refund twice at once, of which one must succeed. */
async function refundSome(salt: string, count: number): Promise<void> {
  const paid = await database().run.findMany({
    where: { channel: salt, parentRunId: null, capturedMicros: { gt: 0 } },
    take: count,
  })
  const asked = paid.flatMap(({ id }) =>
    [id, id].map((runId) => refundRun(fixture.admin, { runId, note: 'Slow.' })),
  )
  const answers = await Promise.allSettled(asked)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(paid.length)
}

/** Returns a database whose process dies before its n-th statement; open transactions are rolled back. */
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
  // A call that begins after its root ended is refused.
  if (code === 'CANCELLED') return
  if (code !== 'PAYMENT_REQUIRED') throw thrown
  if (message?.includes('USDC per day')) met.overCap += 1
}

async function sweepAll(salt: string): Promise<void> {
  const lost = await database().run.findMany({
    // Runs that wait for a worker are not lost.
    where: { channel: salt, state: { in: ['queued', 'running'] }, leaseUntil: { not: null } },
  })
  const ended = await Promise.all(lost.map((each) => endRun(database(), each, { state: 'failed' })))
  for (const each of ended) if (each) killed.add(each.id)
}

async function check(salt: string, before: Awaited<ReturnType<typeof moneyAt>>[]): Promise<number> {
  const db = database()
  const runs = await db.run.findMany({ where: { channel: salt } })
  const roots = runs.filter(({ parentRunId }) => parentRunId === null)
  const ids = runs.map(({ id }) => id)
  const transfers = await db.ledgerTransfer.findMany({
    where: { runId: { in: ids } },
    include: { lines: true },
  })

  expect((await sumLedger(db)).total).toBe(0n)
  for (const root of roots) {
    const called = runs.filter(({ rootRunId }) => rootRunId === root.id)
    const family = [root, ...called]
    for (const { state, priceMicros, chargedMicros, hasOutput } of family) {
      expect(chargedMicros).toBe(state === 'succeeded' ? priceMicros : 0n)
      if (priceMicros > 0n && state !== 'succeeded') expect(hasOutput).toBe(false)
    }
    if (root.holdMicros === 0n) continue
    const captured = family.reduce((sum, { chargedMicros }) => sum + (chargedMicros ?? 0n), 0n)
    expect(root.capturedMicros).toBe(captured)
    countPaidCalls(root, called)
    met.refunds += root.refundedAt ? 1 : 0
    met.deferred += root.state === 'succeeded' && deferred.has(root.id) ? 1 : 0

    const own = transfers.filter(({ runId }) => runId === root.id)
    const kinds = root.refundedAt ? ['hold', 'refund', 'settle'] : ['hold', 'settle']
    expect(own.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    // Each skill has earned its price without the fee, or nothing if the run was refunded.
    const earnings = own.flatMap(({ lines }) =>
      lines.filter(({ accountId }) => accountId.startsWith('earnings:')),
    )
    for (const { id, chargedMicros } of family) {
      const lines = earnings.filter(({ runId }) => runId === id)
      const earned = lines.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)
      expect(earned).toBe(root.refundedAt ? 0n : ((chargedMicros ?? 0n) * 99n) / 100n)
    }
  }
  for (const [index, payer] of fixture.payers.entries()) {
    const { organisationId } = payer.viewer!
    const paid = roots.filter((run) => run.organisationId === organisationId && !run.refundedAt)
    const wallet = paid.reduce(
      (left, { capturedMicros }) => left - (capturedMicros ?? 0n),
      before[index]!.wallet,
    )
    expect(wallet).toBeGreaterThanOrEqual(0n)
    expect(await moneyAt(payer)).toMatchObject({ wallet, hold: 0n })
    for (const version of fixture.versions)
      for (const key of ['a', 'b']) {
        const keyed = roots.filter(
          (run) =>
            run.contractHash === key && run.organisationId === organisationId && run.versionId === version.id,
        )
        // At most one of the calls with the same key was charged, including its children.
        expect(keyed.filter(({ capturedMicros }) => capturedMicros).length).toBeLessThanOrEqual(1)
      }
  }
  return roots.filter(({ capturedMicros }) => capturedMicros).length
}

function countPaidCalls(root: RunRow, called: RunRow[]): void {
  for (const { chargedMicros, parentRunId } of called) {
    if (chargedMicros !== CALL_PRICE) continue
    met.paidCalls += 1
    const above = called.find(({ id }) => id === parentRunId)
    const under = [
      root.state,
      root.mode === 'development' && 'draft',
      killed.has(root.id) && 'killed',
      above && above.state !== 'succeeded' && 'middle',
    ]
    for (const each of under) if (each) met.paidUnder[each] = (met.paidUnder[each] ?? 0) + 1
  }
}
