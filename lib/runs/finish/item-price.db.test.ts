// Tests prices per item of the output: what is held, charged and paid out, and what the receipt says.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { formatMicros, parseMicros } from '../../kernel/money.ts'
import { computeFee } from '../../money/fee.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import { endsWith, returns } from '../../testing/fake-sandbox.ts'
import { setUpPaidRun } from '../../testing/setup/runs/paid-run.ts'
import { quoteRun } from '../prepare/quote-run.ts'
import { buildReceipt } from '../views/receipt.ts'

const perItem = (amount: string, most: string): SkillDocument['pricing'] => ({
  model: 'per_job',
  amount: most,
  currency: 'USDC',
  perItem: { amount, list: '/items' },
})
const LISTS = {
  type: 'object',
  properties: { message: { type: 'string' }, items: { type: 'array', items: { type: 'integer' } } },
  required: ['message'],
}
const outputOf = (count: number) => ({ message: 'Found.', items: Array.from({ length: count }, (_, n) => n) })

async function setUp(count: number, pricing = perItem('0.002', '0.05')) {
  const skill = { pricing, response: LISTS, examples: [] }
  const made = await setUpPaidRun({ sandbox: returns(outputOf(count)), skill, money: '10' })
  const receipt = async (id: string) =>
    buildReceipt(await database().run.findUniqueOrThrow({ where: { id } }))
  return { ...made, receipt }
}

test('a run is charged for the items of its output, and the receipt counts them', async () => {
  const { run, money, earned, receipt } = await setUp(7)

  const ended = await run()

  expect(ended).toMatchObject({ state: 'succeeded', price: '0.05', charged: '0.014' })
  expect(await money()).toMatchObject({ wallet: 9_986_000n, hold: 0n })
  expect(await earned()).toBe(14_000n - computeFee(14_000n, '1'))
  expect(await receipt(ended.id)).toMatchObject({
    decision: 'charged',
    reserved: '0.05',
    charged: '0.014',
    reason: 'The output matches the contract with 7 items at 0.002 USDC each.',
  })
})

test('a run with more items than its price allows costs its price', async () => {
  const { run, money } = await setUp(26)

  expect(await run()).toMatchObject({ charged: '0.05' })
  expect(await money()).toMatchObject({ wallet: 9_950_000n, hold: 0n })
})

test('a run without items costs nothing', async () => {
  const { run, money, receipt } = await setUp(0)

  const ended = await run()

  expect(ended).toMatchObject({ state: 'succeeded', charged: '0' })
  expect(await money()).toMatchObject({ wallet: 10_000_000n, hold: 0n })
  expect(await receipt(ended.id)).toMatchObject({ decision: 'released', reason: 'The output has no items.' })
})

test('an output without its optional list costs nothing', async () => {
  const skill = { pricing: perItem('0.002', '0.05'), response: LISTS, examples: [] }
  const { run } = await setUpPaidRun({ sandbox: returns({ message: 'Nothing.' }), skill })

  expect(await run()).toMatchObject({ state: 'succeeded', charged: '0' })
})

test('a quote names the price of an item and the most that a run costs, which max_price limits', async () => {
  const { ctx, version, run } = await setUp(1)
  const [skill] = version.skillSet.document.skills

  expect(await quoteRun(ctx, { name: version.skillName, skill: skill! })).toMatchObject({
    price: '0.05',
    terms: 'paid',
    perItem: { amount: '0.002', list: '/items' },
  })
  await expect(run({ maxPrice: '0.049' })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
})

test('the wallet must cover the most that a run can cost', async () => {
  const skill = { pricing: perItem('0.002', '0.05'), response: LISTS, examples: [] }
  const { run } = await setUpPaidRun({ sandbox: returns(outputOf(1)), skill, money: '0.049' })

  await expect(run()).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
})

test('whatever a run returns, it is charged for its items, at most its quote, and nothing if it breaks', async () => {
  const micros = fc.integer({ min: 1, max: 50_000 })
  const ending = fc.oneof(
    fc.record({ kind: fc.constant('items' as const), count: fc.integer({ min: 0, max: 60 }) }),
    fc.record({ kind: fc.constantFrom('breaks' as const, 'throws' as const, 'cancelled' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(micros, micros, ending, async (one, other, end) => {
      const [item, most] = one < other ? [one, other] : [other, one]
      const sandbox = endsWith(() => {
        const ran = { durationMs: 1, logs: [] }
        if (end.kind === 'items') return { kind: 'returned', value: outputOf(end.count), ...ran }
        if (end.kind === 'breaks')
          return { kind: 'returned', value: { message: 'x', items: ['one'] }, ...ran }
        if (end.kind === 'cancelled') return { kind: 'cancelled', ...ran }
        return { kind: 'threw', error: { name: 'Error', message: 'No.', stack: 'Error: No.' }, ...ran }
      })
      const pricing = perItem(formatMicros(BigInt(item)), formatMicros(BigInt(most)))
      const { run, money, earned } = await setUpPaidRun({
        sandbox,
        skill: { pricing, response: LISTS, examples: [] },
      })

      const ended = await run()

      const charged = end.kind === 'items' ? Math.min(most, item * end.count) : 0
      expect(parseMicros(ended.charged ?? '0')).toBe(BigInt(charged))
      expect(await money()).toMatchObject({ wallet: 1_000_000n - BigInt(charged), hold: 0n })
      expect(await earned()).toBe(BigInt(charged) - computeFee(BigInt(charged), '1'))
      expect((await sumLedger(database())).total).toBe(0n)
    }),
    { numRuns: process.env.GUILDHALL_LONG ? 500 : 25 },
  )
})
