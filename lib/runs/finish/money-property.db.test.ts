// Random interleavings of paid, free and draft runs on real Postgres. Several runs at once call paid skills
// directly or through another skill, fail, time out, are cancelled, deferred to workers, ended twice, retried with
// their key, refunded, and lose their process before any statement. In every case the sum is zero, no balance is
// negative, no daily cap is exceeded, and each run that succeeded is paid for separately, once, unless it was
// refunded.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertApiKey } from '../../auth/rows/api-keys.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { formatMicros } from '../../kernel/money.ts'
import { saveDailyCap, sumSpending } from '../../money/rows/ledger.ts'
import { contextFor, freshName, makeAdmin, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { checkMoney, moneyAt } from '../../testing/money-property/check-money.ts'
import {
  ignoreDeath,
  liveStory,
  type MoneyFixture,
  refundSome,
  sweepRuns,
  workOffRuns,
} from '../../testing/money-property/live-story.ts'
import { seen } from '../../testing/money-property/seen.ts'
import { cap, PRICE, type Story, story } from '../../testing/money-property/story.ts'

const CASES = process.env.GUILDHALL_LONG ? 2_500 : 50

/** The long run ends after this time on a busy machine, with fewer cases. */
const LONGEST_MS = 1_500_000

/** Usual runs play the same cases, which cover everything below; only their timing varies. */
const SEED = process.env.GUILDHALL_LONG ? undefined : 6

let made: MoneyFixture

beforeAll(async () => {
  const versions = [await makePublishedVersion(), await makePublishedVersion()]
  const payers = await Promise.all([1, 2].map(makePayer))
  made = { payers, versions, admin: await contextFor(await makeAdmin()) }
  // Workers die on purpose here and log it.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterAll(() => vi.restoreAllMocks())

/** Creates a payer who calls with a key, so that two daily caps apply. */
async function makePayer(): Promise<Context> {
  const user = await makeUser()
  const owner = { organisationId: user.organisation.id, userId: user.id }
  const key = { ...owner, name: 'Payer', prefix: 'gh_', hash: freshName('hash'), scopes: ['run' as const] }
  return { ...(await contextFor(user)), keyId: await insertApiKey(database(), { ...key, expiresAt: null }) }
}

test('whatever runs, cancels, retries and crashes coincide, each run that succeeded is paid for once', async () => {
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
  if (process.env.GUILDHALL_LONG) console.info(`${played} cases, ${paid} paid`, seen)
  // The test would also pass if nothing were ever paid, called or refunded.
  expect(paid).toBeGreaterThan(played / 4)
  expect(seen.paidCalls).toBeGreaterThan(0)
  for (const above of ['failed', 'timed_out', 'cancelled', 'draft', 'killed', 'middle'])
    expect(seen.paidUnder).toHaveProperty(above)
  expect(seen.refunds).toBeGreaterThan(0)
  expect(seen.deferred).toBeGreaterThan(0)
  expect(seen.overCap).toBeGreaterThan(0)
}, 1_800_000)

/** Returns how many roots captured money. Refunds up to `refunds` of them while others continue. */
async function play(stories: Story[], { money, caps }: Means, refunds: number): Promise<number> {
  const salt = randomUUID()
  const payers = await Promise.all(
    made.payers.map((payer, index) => capped(payer, [caps[index]!, caps[index + 2]!])),
  )
  await Promise.all(
    payers.map(async (payer, index) => {
      const amount = money[index] ?? 0
      if (amount > 0) await fundWallet(payer.viewer!.organisationId, formatMicros(PRICE * BigInt(amount)))
    }),
  )
  const before = await Promise.all(payers.map(moneyAt))
  const lived = (each: Story) => liveStory(made, each, payers[each.payer]!, salt).catch(ignoreDeath)
  await Promise.all(stories.map(lived))
  await sweepRuns(salt)
  await requireUnderCaps(payers)
  // Callers that got no response retry.
  const again = stories.map((each) => lived({ ...each, diesBefore: 99, diesAfterCall: false }))
  await Promise.all([...again, workOffRuns(made, salt), refundSome(made, salt, refunds)])
  await workOffRuns(made, salt)
  await sweepRuns(salt)
  await requireUnderCaps(payers)
  return checkMoney(made, salt, before)
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
