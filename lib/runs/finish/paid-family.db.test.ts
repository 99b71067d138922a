// Runs that other runs start are included in the quote and the hold of the root, and each that succeeds is paid
// for, whatever happens to the runs above it.
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeOrganisation } from '../../testing/factories.ts'
import { endsWith, returns, throws } from '../../testing/fake-sandbox.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { setUpPaidFamily } from '../../testing/setup/runs/paid-family.ts'
import { quoteRun } from '../prepare/quote-run.ts'
import { performRun } from '../start/start-run.ts'
import { buildReceipt } from '../views/receipt.ts'
import { showRun } from '../views/show-run.ts'

const GOOD = returns({ message: 'Hello.' })
const BAD = throws()
const LATE = endsWith(() => ({ kind: 'limit', limit: 'wall', message: '', durationMs: 1, logs: [] }))

test('the price of possible calls is part of the quote and of the reservation', async () => {
  const { ctx, parent, open, money } = await setUpPaidFamily()

  const quote = await quoteRun(ctx, { name: parent.skillName, skill: parent.skillSet.document.skills[0]! })
  await open(parent.skillName)

  expect(quote).toMatchObject({ price: '0.08', priceOfCalls: '0.03', terms: 'paid', balance: '1' })
  expect(await money()).toMatchObject({ wallet: 920_000n, hold: 80_000n })
})

test.each([
  [
    'both end well: both are paid',
    GOOD,
    GOOD,
    { wallet: 920_000n, earned: [49_500n, 29_700n], childCost: 30_000n },
  ],
  [
    'the caller fails: the called one is',
    BAD,
    GOOD,
    { wallet: 970_000n, earned: [0n, 29_700n], childCost: 30_000n },
  ],
  [
    'the caller runs out of time: the called one is',
    LATE,
    GOOD,
    { wallet: 970_000n, earned: [0n, 29_700n], childCost: 30_000n },
  ],
  [
    'the called one fails: its caller is',
    GOOD,
    BAD,
    { wallet: 950_000n, earned: [49_500n, 0n], childCost: 0n },
  ],
])('%s', async (_, above, below, { wallet, earned: expected, childCost }) => {
  const { ctx, parent, child, open, charged, money, earned } = await setUpPaidFamily()
  const top = await open(parent.skillName)
  const called = await open(child.skillName, top)
  const withSandbox = (sandbox: Context['sandbox']) => ({ ...ctx, sandbox })
  await performRun(withSandbox(below), called)
  await performRun(withSandbox(above), top)

  expect(await money()).toMatchObject({ wallet, hold: 0n })
  expect(await earned()).toEqual(expected)
  expect(await charged(called.row.id)).toBe(childCost)
})

// Every channel, and the receipt, must state the amount that leaves the wallet.
test.each([
  ['one that costs as well', '0.05', GOOD, GOOD, '0.08', '0.03', 'charged'],
  ['a free one', '0', GOOD, GOOD, '0.03', '0.03', 'charged'],
  ['one whose call fails', '0.05', GOOD, BAD, '0.05', undefined, 'charged'],
  ['a free one whose call fails', '0', GOOD, BAD, '0', undefined, 'released'],
  ['a free one that fails', '0', BAD, GOOD, '0.03', '0.03', 'charged'],
  ['one that fails with its call', '0.05', BAD, BAD, '0', undefined, 'released'],
])(
  'the reported cost of a run includes its calls: %s',
  async (_, price, above, below, charged, ofCalls, decision) => {
    const { ctx, parent, child, open, money } = await setUpPaidFamily(price)
    const top = await open(parent.skillName)
    const called = await open(child.skillName, top)
    await performRun({ ...ctx, sandbox: below }, called)
    const view = await performRun({ ...ctx, sandbox: above }, top)
    const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

    expect(view).toMatchObject({ charged })
    expect(view.chargedForCalls).toBe(ofCalls)
    expect(showRun(row)).toMatchObject({ charged })
    expect(buildReceipt(row)).toMatchObject({ price, charged, decision })
    expect(buildReceipt(row).chargedForCalls).toBe(ofCalls)
    expect((await money()).wallet).toBe(1_000_000n - BigInt(Number(charged) * 1e6))
  },
)

test('a receipt states the cost of the run and of its calls', async () => {
  const { ctx, parent, child, open } = await setUpPaidFamily('0')
  const top = await open(parent.skillName)
  const openReceipt = buildReceipt(top.row)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  await performRun({ ...ctx, sandbox: GOOD }, top)
  const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

  expect(openReceipt).toMatchObject({ decision: 'held', reserved: '0.03', price: '0' })
  expect(buildReceipt(row)).toMatchObject({
    reason: 'The skill itself is free. The skills that it called cost 0.03 USDC.',
  })
})

test('a second call of a paid skill is refused, because only one is reserved', async () => {
  const { parent, child, open, money } = await setUpPaidFamily()
  const top = await open(parent.skillName)
  await open(child.skillName, top)

  await expect(open(child.skillName, top)).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
    message: expect.stringContaining('only 0 USDC of this run’s reservation is left'),
  })
  expect(await money()).toMatchObject({ wallet: 920_000n, hold: 80_000n })
})

test('the receipt of a failed run states that its calls were charged', async () => {
  const { ctx, parent, child, open } = await setUpPaidFamily()
  const top = await open(parent.skillName)
  const called = await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  const view = await performRun({ ...ctx, sandbox: BAD }, top)
  const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

  expect(called).toMatchObject({ state: 'succeeded', charged: '0.03' })
  expect(view).toMatchObject({ state: 'failed', price: '0.05', charged: '0.03', chargedForCalls: '0.03' })
  expect(buildReceipt(row).reason).toContain('ended as “Failed”, so its own price is not charged')
})

test('a call is free if the caller’s organisation receives the publisher’s earnings, whichever skill makes it', async () => {
  const { parent, child } = await setUpPaidFamily()
  const { owner } = child.skillSet.publisher
  const organisation = await makeOrganisation({ owner })
  await fundWallet(organisation.id, '1')
  const ctx = await contextFor(owner, { organisation })

  const quote = await quoteRun(ctx, { name: parent.skillName, skill: parent.skillSet.document.skills[0]! })

  expect(quote).toMatchObject({ price: '0.05', priceOfCalls: '0', terms: 'paid' })
})
