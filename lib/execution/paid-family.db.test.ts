// Runs that other runs start: their price is in the quote and the hold of the one at the top, and it is paid only when
// both ended well.
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { database } from '../db/client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../testing/factories.ts'
import { fund, moneyOf } from '../testing/fund.ts'
import { returns, throws } from '../testing/pretend-sandbox.ts'
import { openRun } from './open-run.ts'
import { performRun } from './perform-run.ts'
import { quoteRun } from './quote-run.ts'
import { receiptOf } from './receipt.ts'
import { resolveSkill } from './resolve-skill.ts'
import { showRun } from './show-run.ts'

const GOOD = returns({ message: 'Hello.' })
const BAD = throws()

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
  await fund(payer.organisation.id, '1')
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

test('what a skill may call is part of its quote, and of what is put aside', async () => {
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
  ['the caller fails: neither is', BAD, GOOD, { wallet: 1_000_000n, earned: [0n, 0n], childCost: 0n }],
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
  const withBox = (sandbox: Context['sandbox']) => ({ ...ctx, sandbox })
  await performRun(withBox(below), called)
  await performRun(withBox(above), top)

  expect(await money()).toMatchObject({ wallet, hold: 0n })
  expect(await earned()).toEqual(expected)
  expect(await charged(called.row.id)).toBe(childCost)
})

// What leaves the wallet is what every door, and the receipt, say.
test.each([
  ['one that costs as well', '0.05', GOOD, GOOD, '0.08', '0.03', 'charged'],
  ['a free one', '0', GOOD, GOOD, '0.03', '0.03', 'charged'],
  ['one whose call fails', '0.05', GOOD, BAD, '0.05', undefined, 'charged'],
  ['a free one whose call fails', '0', GOOD, BAD, '0', undefined, 'released'],
  ['a free one that fails', '0', BAD, GOOD, '0', undefined, 'released'],
])(
  'what a run tells of its cost counts what it called: %s',
  async (_, price, above, below, charged, ofCalls, decision) => {
    const { ctx, parent, child, open, money } = await setUp(price)
    const top = await open(parent.skillName)
    const called = await open(child.skillName, top)
    await performRun({ ...ctx, sandbox: below }, called)
    const told = await performRun({ ...ctx, sandbox: above }, top)
    const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

    expect(told).toMatchObject({ charged })
    expect(told.chargedForCalls).toBe(ofCalls)
    expect(showRun(row)).toMatchObject({ charged })
    expect(receiptOf(row)).toMatchObject({ price, charged, decision })
    expect(receiptOf(row).chargedForCalls).toBe(ofCalls)
    expect((await money()).wallet).toBe(1_000_000n - BigInt(Number(charged) * 1e6))
  },
)

test('a receipt says what its own run and what its calls cost', async () => {
  const { ctx, parent, child, open } = await setUp('0')
  const top = await open(parent.skillName)
  const held = receiptOf(top.row)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  await performRun({ ...ctx, sandbox: GOOD }, top)
  const row = await database().run.findUniqueOrThrow({ where: { id: top.row.id } })

  expect(held).toMatchObject({ decision: 'held', putAside: '0.03', price: '0' })
  expect(receiptOf(row)).toMatchObject({
    reason: 'The skill itself is free. What it called cost 0.03 USDC.',
  })
})

test('a second call of a paid skill is refused, because one is put aside for', async () => {
  const { parent, child, open, money } = await setUp()
  const top = await open(parent.skillName)
  await open(child.skillName, top)

  await expect(open(child.skillName, top)).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
    message: expect.stringContaining('of what this run put aside 0 is left'),
  })
  expect(await money()).toMatchObject({ wallet: 920_000n, hold: 80_000n })
})

test('a called run that ends after its caller costs nothing', async () => {
  const { ctx, parent, child, open, charged, money } = await setUp()
  const top = await open(parent.skillName)
  const called = await open(child.skillName, top)
  await performRun({ ...ctx, sandbox: GOOD }, top)
  await performRun({ ...ctx, sandbox: GOOD }, called)

  expect(await charged(called.row.id)).toBe(0n)
  expect(await money()).toMatchObject({ wallet: 950_000n, hold: 0n })
})

test('a part whose publisher’s earnings are in the caller’s hands costs nothing, whoever’s skill calls it', async () => {
  const { parent, child } = await setUp()
  const { owner } = child.skillSet.publisher
  const organisation = await makeOrganisation({ owner })
  await fund(organisation.id, '1')
  const ctx = await contextFor(owner, { organisation })

  const quote = await quoteRun(ctx, { name: parent.skillName, skill: parent.skillSet.document.skills[0]! })

  expect(quote).toMatchObject({ price: '0.05', priceOfCalls: '0', terms: 'paid' })
})
