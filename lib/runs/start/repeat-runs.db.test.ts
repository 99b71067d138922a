import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  visitor,
} from '../../testing/factories.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { makeCaller } from '../../testing/run-setup.ts'
import { quoteRepeat, repeatRuns } from './repeat-runs.ts'
import { runToEnd } from './start-run.ts'

const KEY = 'one click'

async function runOnce(ctx: Context, skillName: string): Promise<string> {
  return (await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })).id
}

function makePaidSkill() {
  const skill = makeSkillDocument({ pricing: { model: 'per_job', amount: '0.5', currency: 'USDC' } })
  return makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })
}

test('runs of several skills are quoted and repeated together, each edited from its own', async () => {
  const { ctx, user } = await makeCaller()
  await fundWallet(user.organisation.id, '5')
  const [free, paid] = [await makePublishedVersion(), await makePaidSkill()]
  const ids = [await runOnce(ctx, free.skillName), await runOnce(ctx, paid.skillName)]

  const quote = await quoteRepeat(ctx, { ids: [...ids, ids[0]] })
  const { started, refused } = await repeatRuns(ctx, { ids, total: quote.total, idempotencyKey: KEY })
  const again = await repeatRuns(ctx, { ids, total: quote.total, idempotencyKey: KEY })

  expect(quote).toEqual({ total: '0.5', balance: '4.5', count: 2 })
  expect(refused).toEqual([])
  expect(again.started).toEqual(started)
  const rows = await database().run.findMany({ where: { id: { in: started } }, orderBy: { id: 'asc' } })
  expect(rows).toMatchObject([
    { rerunOfId: ids[0], input: { name: 'Ada' }, holdMicros: 0n },
    { rerunOfId: ids[1], holdMicros: 500_000n },
  ])
})

test('repeating runs starts nothing if the price rose above the quote', async () => {
  const { ctx, user } = await makeCaller()
  await fundWallet(user.organisation.id, '5')
  const ids = [await runOnce(ctx, (await makePaidSkill()).skillName)]
  const before = await database().run.count({ where: { organisationId: user.organisation.id } })

  await expect(repeatRuns(ctx, { ids, total: '0.1', idempotencyKey: KEY })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  for (const total of ['-1', '0,5', '1e9', ''])
    await expect(repeatRuns(ctx, { ids, total, idempotencyKey: KEY })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })

  expect(await database().run.count({ where: { organisationId: user.organisation.id } })).toBe(before)
})

test('a repeated run that is refused does not stop the others', async () => {
  const { ctx, user } = await makeCaller()
  await fundWallet(user.organisation.id, '0.5')
  const [paid, free] = [await makePaidSkill(), await makePublishedVersion()]
  const ids = [await runOnce(ctx, paid.skillName), await runOnce(ctx, free.skillName)]

  const { started, refused } = await repeatRuns(ctx, { ids, total: '0.5', idempotencyKey: KEY })

  expect(started).toHaveLength(1)
  expect(refused).toMatchObject([{ id: ids[0], error: { code: 'PAYMENT_REQUIRED' } }])
})

test('only own runs that have an input can be repeated, and at most 30', async () => {
  const { ctx } = await makeCaller()
  const other = await makeCaller()
  const { skillName } = await makePublishedVersion()
  const [mine, theirs, test] = [
    await runOnce(ctx, skillName),
    await runOnce(other.ctx, skillName),
    await runOnce(ctx, skillName),
  ]
  await database().run.update({ where: { id: test }, data: { mode: 'development' } })

  await expect(quoteRepeat(ctx, { ids: [mine, theirs] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(quoteRepeat(ctx, { ids: [test] })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  await expect(quoteRepeat(ctx, { ids: Array(31).fill(mine) })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expect(quoteRepeat(ctx, { ids: [] })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(quoteRepeat(visitor(), { ids: [mine] })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
