import { beforeAll, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { getRunPage } from '../views/get-run.ts'
import { type CodeRequest, startCodeRun } from './start-code-run.ts'

let ctx: Context

// Only the first run waits, because one person's runs share a process.
beforeAll(async () => {
  await pythonReady(connectSandbox())
  ctx = await contextFor(await makeUser(), { sandbox: connectSandbox() })
})

const run = async (code: string, more: Partial<CodeRequest> = {}) =>
  (await startCodeRun(ctx, { language: 'python', code, ...more })).ended

test('a mounted skill that delivered is paid for although the code that called it raises', async () => {
  const sold = makeSkillDocument({ pricing: { model: 'per_job', amount: '0.005', currency: 'USDC' } })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [sold] }) })
  const { organisationId } = ctx.viewer!
  await fundWallet(organisationId, '1')
  const before = (await moneyOf(organisationId)).wallet

  const ended = await run(
    `from skills.${skillName} import main as paid\ndef main(args):\n    raise ValueError(str(paid({"name": "Ada"})))`,
    { mountSkills: [skillName] },
  )

  expect(ended).toMatchObject({ state: 'failed', charged: '0.005', chargedForCalls: '0.005' })
  expect((await getRunPage(ctx, ended.id)).children).toMatchObject([{ state: 'succeeded', charged: '0.005' }])
  expect(await moneyOf(organisationId)).toMatchObject({ wallet: before - 5_000n, hold: 0n })
})

test('a paid mounted skill is charged, as stated by the run and its receipt', async () => {
  const sold = makeSkillDocument({ pricing: { model: 'per_job', amount: '0.005', currency: 'USDC' } })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [sold] }) })
  const { organisationId } = ctx.viewer!
  await fundWallet(organisationId, '1')
  const before = (await moneyOf(organisationId)).wallet
  const import_ = `from skills.${skillName} import main as paid`

  const called = await run(`${import_}\ndef main(args):\n    return paid({"name": "Ada"})`, {
    mountSkills: [skillName],
  })
  const uncalled = await run(`${import_}\ndef main(args):\n    return 7`, { mountSkills: [skillName] })

  expect(called).toMatchObject({ state: 'succeeded', charged: '0.005' })
  expect((await getRunPage(ctx, called.id)).receipt).toMatchObject({
    decision: 'charged',
    charged: '0.005',
    reason: 'The code itself is free. The skills that it called cost 0.005 USDC.',
  })
  expect(uncalled).toMatchObject({ charged: '0' })
  expect((await getRunPage(ctx, uncalled.id)).receipt).toMatchObject({
    decision: 'released',
    reason: 'It called no paid skills.',
  })
  expect((await moneyOf(organisationId)).wallet).toBe(before - 5_000n)
})
