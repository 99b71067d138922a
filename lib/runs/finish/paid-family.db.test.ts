// Runs that other runs start are included in the quote and the hold of the root, and each that succeeds is paid
// for, whatever happens to the runs above it.
import { expect, test } from 'vitest'
import { NO_CONFIG } from '../../config/unseal-config.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../db/core/prisma-client.ts'
import { postTransfer, sumSpending } from '../../db/money/ledger.ts'
import { refundRun } from '../../ledger/grant-credit.ts'
import {
  contextFor,
  makeAdmin,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { endsWith, manualSandbox, returns, throws } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { assessHarm, recoverRun } from '../lifecycle/recover-run.ts'
import { quoteRun } from '../prepare/quote-run.ts'
import { abortLeasedRun } from '../queue/lease-run.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import { openRun } from '../start/open-run.ts'
import { performRun } from '../start/perform-run.ts'
import { startDraftRun } from '../start/start-draft-run.ts'
import { runToEnd, startRun } from '../start/start-run.ts'
import { receiptOf } from '../views/receipt.ts'
import { showRun } from '../views/show-run.ts'

const GOOD = returns({ message: 'Hello.' })
const BAD = throws()
const LATE = endsWith(() => ({ kind: 'limit', limit: 'wall', message: '', durationMs: 1, logs: [] }))

const priced = (amount: string) => ({
  pricing: { model: 'per_job' as const, amount, currency: 'USDC' as const },
})

async function setUp(price = '0.05') {
  const child = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument(priced('0.03'))] }),
  })
  const parent = await makePublishedVersion({
    document: makeSkillSetDocument({
      skills: [makeSkillDocument(price === '0' ? {} : priced(price))],
      permissions: { skills: [child.skillName] },
    }),
  })
  const payer = await makeUser()
  await fundWallet(payer.organisation.id, '1')
  const ctx = await contextFor(payer)
  const open = async (name: string, above?: Awaited<ReturnType<typeof openRun>>) => {
    const options = { args: { name: 'Ada' }, ...(above && { parent: above }) }
    return openRun(ctx, await resolveSkill(ctx, { name }), options, async () => ({
      config: {},
      secrets: [],
      missing: [],
    }))
  }
  const charged = async (id: string) =>
    (await database().run.findUniqueOrThrow({ where: { id }, select: { chargedMicros: true } })).chargedMicros
  return {
    ctx,
    child,
    parent,
    open,
    charged,
    money: () => moneyOf(payer.organisation.id),
    earned: async () =>
      Promise.all(
        [parent, child].map(
          async ({ skillSet }) => (await moneyOf(skillSet.publisher.organisationId)).earnings,
        ),
      ),
  }
}

test('the price of possible calls is part of the quote and of the reservation', async () => {
  const { ctx, parent, open, money } = await setUp()

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
  const { ctx, parent, child, open, charged, money, earned } = await setUp()
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
    const { ctx, parent, child, open, money } = await setUp(price)
    const top = await open(parent.skillName)
    const called = await open(child.skillName, top)
    await performRun({ ...ctx, sandbox: below }, called)
    const view = await performRun({ ...ctx, sandbox: above }, top)
    const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

    expect(view).toMatchObject({ charged })
    expect(view.chargedForCalls).toBe(ofCalls)
    expect(showRun(row)).toMatchObject({ charged })
    expect(receiptOf(row)).toMatchObject({ price, charged, decision })
    expect(receiptOf(row).chargedForCalls).toBe(ofCalls)
    expect((await money()).wallet).toBe(1_000_000n - BigInt(Number(charged) * 1e6))
  },
)

test('a receipt states the cost of the run and of its calls', async () => {
  const { ctx, parent, child, open } = await setUp('0')
  const top = await open(parent.skillName)
  const openReceipt = receiptOf(top.row)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  await performRun({ ...ctx, sandbox: GOOD }, top)
  const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

  expect(openReceipt).toMatchObject({ decision: 'held', reserved: '0.03', price: '0' })
  expect(receiptOf(row)).toMatchObject({
    reason: 'The skill itself is free. The skills that it called cost 0.03 USDC.',
  })
})

test('a second call of a paid skill is refused, because only one is reserved', async () => {
  const { parent, child, open, money } = await setUp()
  const top = await open(parent.skillName)
  await open(child.skillName, top)

  await expect(open(child.skillName, top)).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
    message: expect.stringContaining('only 0 USDC of this run’s reservation is left'),
  })
  expect(await money()).toMatchObject({ wallet: 920_000n, hold: 80_000n })
})

test('the receipt of a failed run states that its calls were charged', async () => {
  const { ctx, parent, child, open } = await setUp()
  const top = await open(parent.skillName)
  const called = await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  const view = await performRun({ ...ctx, sandbox: BAD }, top)
  const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

  expect(called).toMatchObject({ state: 'succeeded', charged: '0.03' })
  expect(view).toMatchObject({ state: 'failed', price: '0.05', charged: '0.03', chargedForCalls: '0.03' })
  expect(receiptOf(row).reason).toContain('ended as “Failed”, so its own price is not charged')
})

test('a called run that ends after its root costs nothing, and delivers nothing', async () => {
  const { ctx, parent, child, open, charged, money } = await setUp()
  const top = await open(parent.skillName)
  const called = await open(child.skillName, top)
  await performRun({ ...ctx, sandbox: GOOD }, top)
  const late = await performRun({ ...ctx, sandbox: GOOD }, called)

  expect(late).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' } })
  expect(late.output).toBeUndefined()
  expect(await charged(called.row.id)).toBe(0n)
  expect(await money()).toMatchObject({ wallet: 950_000n, hold: 0n })
})

test('a child run that returns after its caller ended costs and delivers nothing', async () => {
  const { ctx, parent, child, open, money } = await setUp()
  const top = await open(parent.skillName)
  const called = await open(child.skillName, top)
  // The child ignores its cancellation and returns.
  const stubborn = endsWith(async (_job, signal) => {
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    return { kind: 'returned', value: { message: 'Too late.' }, durationMs: 1, logs: [] }
  })
  const ended = performRun({ ...ctx, sandbox: stubborn }, called)
  await expect.poll(() => stubborn.jobs.length).toBe(1)
  abortLeasedRun(called.row.id)
  const late = await ended
  await performRun({ ...ctx, sandbox: GOOD }, top)

  expect(late).toMatchObject({ state: 'cancelled' })
  expect(late.output).toBeUndefined()
  expect(await money()).toMatchObject({ wallet: 950_000n, hold: 0n })
})

test('no call begins when the root has ended', async () => {
  const { ctx, parent, child, open } = await setUp()
  const top = await open(parent.skillName)
  await performRun({ ...ctx, sandbox: BAD }, top)

  await expect(open(child.skillName, top)).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('a cancelled root pays for its finished calls', async () => {
  const { ctx, parent, child, open, money, earned } = await setUp()
  const { sandbox, isRunning } = manualSandbox()
  const top = await open(parent.skillName)
  const ended = performRun({ ...ctx, sandbox }, top)
  await expect.poll(() => isRunning(top.row.id)).toBe(true)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  await cancelRun(ctx, top.row.id)

  expect(await ended).toMatchObject({ state: 'cancelled', charged: '0.03', chargedForCalls: '0.03' })
  expect(await money()).toMatchObject({ wallet: 970_000n, hold: 0n })
  expect(await earned()).toEqual([0n, 29_700n])
})

test('a root whose server died pays for its finished calls, once', async () => {
  const { ctx, parent, child, open, money, earned } = await setUp()
  const top = await open(parent.skillName)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  await database().run.update({
    where: { id: top.row.id },
    data: { state: 'running', startedAt: new Date(), leaseUntil: new Date(0) },
  })
  await Promise.all([recoverRun(ctx, top.row.id), recoverRun(ctx, top.row.id)])
  const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

  expect(row).toMatchObject({ state: 'failed', chargedMicros: 0n, capturedMicros: 30_000n })
  expect(await money()).toMatchObject({ wallet: 970_000n, hold: 0n })
  expect(await earned()).toEqual([0n, 29_700n])
  // If a plan repeated the run, the call would be charged again.
  const reads = { name: parent.skillName, riskLevel: 'read-only', sideEffects: [] }
  expect(assessHarm(row, reads)).toBe('unknown')
  expect(assessHarm({ ...row, capturedMicros: 0n }, reads)).toBe('unharmed')
})

test('an intermediate skill that throws costs nothing, and its finished calls are paid for', async () => {
  const below = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument(priced('0.03'))] }),
  })
  const between = await makePublishedVersion({
    document: makeSkillSetDocument({
      skills: [makeSkillDocument(priced('0.02'))],
      permissions: { skills: [below.skillName] },
    }),
  })
  const top = await makePublishedVersion({
    document: makeSkillSetDocument({
      skills: [makeSkillDocument(priced('0.05'))],
      permissions: { skills: [between.skillName] },
    }),
  })
  const { ctx, open, money } = await setUp()
  const root = await open(top.skillName)
  const middle = await open(between.skillName, root)
  await performRun({ ...ctx, sandbox: GOOD }, await open(below.skillName, middle))
  await performRun({ ...ctx, sandbox: BAD }, middle)
  const ended = await performRun({ ...ctx, sandbox: GOOD }, root)

  expect(ended).toMatchObject({ charged: '0.08', chargedForCalls: '0.03' })
  expect(await money()).toMatchObject({ wallet: 920_000n, hold: 0n })
})

test('a draft that calls another publisher’s paid skill pays for it, whatever becomes of the draft', async () => {
  const { child } = await setUp()
  const version = await makePublishedVersion()
  const { owner, organisationId } = version.skillSet.publisher
  await fundWallet(organisationId, '1')
  const ctx = await contextFor(owner, { sandbox: BAD })
  const document = makeSkillSetDocument({
    skills: [makeSkillDocument()],
    permissions: { skills: [child.skillName] },
  })
  const skillSlug = document.skills[0]!.slug
  const calls = endsWith(async ({ runId }) => {
    const row = await database().run.findUniqueOrThrow({ where: { id: runId } })
    const runnable = await resolveSkill(ctx, { name: child.skillName })
    const above = { row, parent: undefined } as unknown as Awaited<ReturnType<typeof openRun>>
    const called = await openRun(
      ctx,
      runnable,
      { args: { name: 'Ada' }, parent: above },
      async () => NO_CONFIG,
    )
    await performRun({ ...ctx, sandbox: GOOD }, called)
    return BAD.execute({ runId } as never)
  })
  const { skillSetId } = version
  const { ended } = await startDraftRun(
    { ...ctx, sandbox: calls },
    { skillSetId, document, skillSlug, args: { name: 'Ada' } },
  )

  expect(await ended).toMatchObject({
    state: 'failed',
    terms: 'draft',
    charged: '0.03',
    chargedForCalls: '0.03',
  })
  expect(await moneyOf(organisationId)).toMatchObject({ wallet: 970_000n, hold: 0n })
})

test('a key whose run failed after a paid call returns that failure; a key whose run captured nothing is free', async () => {
  const { ctx, parent, child, open, money } = await setUp()
  const request = { skill: { name: parent.skillName }, args: { name: 'Ada' }, idempotencyKey: 'once' }
  const calls = endsWith(async ({ runId }) => {
    const row = await database().run.findUniqueOrThrow({ where: { id: runId } })
    const above = { row } as unknown as Awaited<ReturnType<typeof openRun>>
    await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, above))
    return BAD.execute({ runId } as never)
  })

  const unpaid = await runToEnd({ ...ctx, sandbox: BAD }, request)
  const first = await runToEnd({ ...ctx, sandbox: calls }, request)
  const again = await startRun({ ...ctx, sandbox: calls }, request)

  expect(first.id).not.toBe(unpaid.id)
  expect(again).toMatchObject({ isRepeated: true, run: { id: first.id, state: 'failed' } })
  expect(calls.jobs).toHaveLength(1)
  expect(await money()).toMatchObject({ wallet: 970_000n, hold: 0n })
})

test('the charges for calls count once against the daily cap', async () => {
  const { ctx, parent, child, open } = await setUp()
  const { organisationId } = ctx.viewer!
  const spent = () => sumSpending(database(), { organisationId, since: new Date(0) })
  const top = await open(parent.skillName)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  const whileOpen = await spent()
  await performRun({ ...ctx, sandbox: BAD }, top)

  expect([whileOpen, await spent()]).toEqual([80_000n, 30_000n])
})

test('a refund of a failed run refunds its calls', async () => {
  const { ctx, parent, child, open, money, earned } = await setUp()
  const top = await open(parent.skillName)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  await performRun({ ...ctx, sandbox: BAD }, top)
  await refundRun(await contextFor(await makeAdmin()), { runId: top.row.id, note: 'Failed.' })

  expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
  expect(await earned()).toEqual([0n, 0n])
})

test('the database refuses an end whose captures do not match the charges', async () => {
  const { ctx, parent, child, open } = await setUp()
  const top = await open(parent.skillName)
  const called = await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  const forgotten = database().$transaction(async (tx) => {
    await tx.run.update({ where: { id: called.id }, data: { chargedMicros: 0n } })
    await tx.run.update({
      where: { id: top.row.id },
      data: { state: 'failed', chargedMicros: 0n, capturedMicros: 30_000n },
    })
    const { organisationId } = ctx.viewer!
    await postTransfer(tx, {
      kind: 'settle',
      runId: top.row.id,
      lines: [
        { account: `hold:${organisationId}`, amountMicros: -80_000n },
        { account: `wallet:${organisationId}`, amountMicros: 80_000n },
      ],
    })
  })

  await expect(forgotten).rejects.toThrow(/captured/)
})

test('a call is free if the caller’s organisation receives the publisher’s earnings, whichever skill makes it', async () => {
  const { parent, child } = await setUp()
  const { owner } = child.skillSet.publisher
  const organisation = await makeOrganisation({ owner })
  await fundWallet(organisation.id, '1')
  const ctx = await contextFor(owner, { organisation })

  const quote = await quoteRun(ctx, { name: parent.skillName, skill: parent.skillSet.document.skills[0]! })

  expect(quote).toMatchObject({ price: '0.05', priceOfCalls: '0', terms: 'paid' })
})
