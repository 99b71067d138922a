// Tests notices that the end of a run causes: a low balance, a used cap, a failing skill.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { grantCredit } from '../../money/grant-credit.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { type FakeSandbox, returns, throws } from '../../testing/fake-sandbox.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { runToEnd } from '../start/start-run.ts'
import { notifyIfFailing } from './skill-health.ts'

const db = database()
const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }

async function setUp(money: string, sandbox: FakeSandbox = returns({ message: 'Hello.' })) {
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ pricing: PRICE })] })
  const version = await makePublishedVersion({ document })
  const user = await makeUser()
  await fundWallet(user.organisation.id, money)
  const ctx = await contextFor(user, { sandbox })
  const run = (args: Record<string, unknown> = { name: 'Ada' }) =>
    runToEnd(ctx, { skill: { name: version.skillName }, args })
  return { user, version, run }
}

async function kindsOf(userId: string): Promise<string[]> {
  const rows = await db.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return rows.map(({ kind }) => kind)
}

test('a low balance is reported once, and again after new credit', async () => {
  const { user, run } = await setUp('1.06')
  await run()
  expect(await kindsOf(user.id)).toEqual([])

  await run()
  await run()
  expect(await kindsOf(user.id)).toEqual(['wallet.low'])

  const grant = { organisationId: user.organisation.id, amount: '0.01', note: 'To try' }
  await grantCredit(await contextFor(await makeAdmin()), grant)
  await run()

  expect(await kindsOf(user.id)).toEqual(['wallet.low', 'credit.granted', 'wallet.low'])
})

test('a daily cap that is nearly used is reported once a day', async () => {
  const { user, run } = await setUp('5')
  await db.organisation.update({ where: { id: user.organisation.id }, data: { dailyCapMicros: 160_000n } })

  await run()
  await run()
  expect(await kindsOf(user.id)).toEqual([])
  await run()

  await expect(run()).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  expect(await kindsOf(user.id)).toEqual(['budget.used'])
})

test('the publisher of a skill that fails by its own fault is notified once', async () => {
  const { user, version, run } = await setUp('5', throws(new Error('broken')))
  const owner = version.skillSet.publisher.owner
  for (let turn = 0; turn < 4; turn++) await run()
  await notifyIfFailing(db, version.skillName)
  expect(await kindsOf(owner.id)).toEqual([])

  await run()
  await Promise.all([notifyIfFailing(db, version.skillName), notifyIfFailing(db, version.skillName)])

  expect(await kindsOf(owner.id)).toEqual(['skill.failing'])
  expect(await kindsOf(user.id)).toEqual([])
})
