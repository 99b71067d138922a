// Random interleavings of paid runs on real Postgres: several at once, cancelled, ended twice, retried with their key,
// and their process dying before any statement. Whatever happens: the sum is zero, nothing is below zero, and paid is
// exactly what succeeded.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { amountOf } from '../contract/money/money.ts'
import { type Database, database } from '../db/client.ts'
import { sumLedger } from '../db/ledger.ts'
import type { RunRow } from '../db/runs.ts'
import { contextFor, makePublishedVersion, makeUser, type TestVersion } from '../testing/factories.ts'
import { fund, moneyOf } from '../testing/fund.ts'
import { endRun } from './end-run.ts'
import { recordRun } from './record-run.ts'

const CASES = process.env.GUILDHALL_LONG ? 2_500 : 30
const PRICE = 50_000n

type World = { payers: Context[]; versions: TestVersion[] }
let world: World

beforeAll(async () => {
  const versions = [await makePublishedVersion(), await makePublishedVersion()]
  const payers = await Promise.all([1, 2].map(async () => contextFor(await makeUser())))
  world = { payers, versions }
})

const ENDS = ['succeeded', 'partial', 'failed', 'timed_out', 'cancelled'] as const

/** One caller's doings: a run, how it ends, when its process dies, and whether somebody else ends it at the same time. */
const story = fc.record({
  payer: fc.nat(1),
  skill: fc.nat(1),
  key: fc.constantFrom(null, 'a', 'b'),
  end: fc.oneof({ weight: 2, arbitrary: fc.constant('succeeded' as const) }, fc.constantFrom(...ENDS)),
  /** The statement before which it dies; later than all of them: it lives. */
  diesBefore: fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 22 })),
  isRaced: fc.boolean(),
})
type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never

test('whatever runs, cancels, retries and crashes meet, only what succeeded is paid for, once', async () => {
  let succeeded = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(story, { minLength: 1, maxLength: 6 }),
      fc.tuple(fc.nat(3), fc.nat(3)),
      async (stories, money) => {
        succeeded += await play(stories, money)
      },
    ),
    { numRuns: CASES, endOnFailure: true },
  )
  // A test in which nothing is ever paid would pass too.
  expect(succeeded).toBeGreaterThan(CASES / 2)
}, 900_000)

/** Returns how many runs succeeded. */
async function play(stories: Story[], money: readonly number[]): Promise<number> {
  const salt = randomUUID()
  const { payers } = world
  await Promise.all(
    payers.map(async (payer, index) => {
      const amount = money[index] ?? 0
      if (amount > 0) await fund(payer.viewer!.organisationId, amountOf(PRICE * BigInt(amount)))
    }),
  )
  const before = await Promise.all(payers.map(moneyAt))
  await Promise.all(stories.map((each) => live(each, salt).catch(ignoreDeath)))
  await sweepAll(salt)
  // Whoever was not answered asks again.
  await Promise.all(stories.map((each) => live({ ...each, diesBefore: 99 }, salt).catch(ignoreDeath)))
  await sweepAll(salt)
  return check(salt, before)
}

const moneyAt = (payer: Context) => moneyOf(payer.viewer!.organisationId)

async function live({ payer, skill, key, end, diesBefore, isRaced }: Story, salt: string): Promise<void> {
  const ctx = world.payers[payer]!
  const version = world.versions[skill]!
  const db = mortal(database(), diesBefore)
  const { organisationId, userId } = ctx.viewer!
  const run = {
    id: `run_${randomUUID()}`,
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
    contractHash: key ?? '',
    leaseUntil: new Date(Date.now() + 60_000),
    terms: 'paid' as const,
    priceMicros: PRICE,
    holdMicros: PRICE,
    keyId: 'a key',
  }
  const call = key && { organisationId, skillName: version.skillName, key: key + salt, requestHash: 'same' }
  const { row, isRepeated } = await recordRun({ ...ctx, db }, { run, ...(call && { call }) })
  if (isRepeated) return
  await db.run.updateMany({ where: { id: row.id, state: 'queued' }, data: { state: 'running' } })
  await Promise.all([
    endRun(db, row, { state: end }),
    isRaced && endRun(database(), row, { state: 'cancelled' }),
  ])
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
  const isExpected = thrown instanceof Death || (thrown as { code?: string }).code === 'PAYMENT_REQUIRED'
  if (!isExpected) throw thrown
}

async function sweepAll(salt: string): Promise<void> {
  const lost = await database().run.findMany({ where: { door: salt, state: { in: ['queued', 'running'] } } })
  await Promise.all(lost.map((run) => endRun(database(), run, { state: 'failed' })))
}

async function check(salt: string, before: Awaited<ReturnType<typeof moneyAt>>[]): Promise<number> {
  const db = database()
  const runs = await db.run.findMany({ where: { door: salt } })
  const good = runs.filter(({ state }) => state === 'succeeded')
  const ids = runs.map(({ id }) => id)
  const transfers = await db.ledgerTransfer.findMany({
    where: { runId: { in: ids } },
    include: { lines: true },
  })

  expect((await sumLedger(db)).total).toBe(0n)
  expect(runs.map((run) => run.chargedMicros)).toEqual(runs.map(priceIfGood))
  for (const run of runs) {
    const own = transfers.filter(({ runId }) => runId === run.id)
    expect(own.map(({ kind }) => kind).toSorted()).toEqual(['hold', 'settle'])
    const earned = own
      .flatMap(({ lines }) => lines)
      .filter(({ accountId }) => accountId.startsWith('earnings:'))
    expect(earned.map(({ amountMicros }) => amountMicros)).toEqual(run.state === 'succeeded' ? [49_500n] : [])
  }
  for (const [index, payer] of world.payers.entries()) {
    const { organisationId } = payer.viewer!
    const paid = good.filter((run) => run.organisationId === organisationId).length
    const wallet = before[index]!.wallet - PRICE * BigInt(paid)
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

function priceIfGood({ state, priceMicros }: RunRow): bigint {
  return state === 'succeeded' ? priceMicros : 0n
}
