import { expect, test } from 'vitest'
import { NO_CONFIG } from '../../config/unseal-config.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { refundRun } from '../../money/grant-credit.ts'
import { postTransfer, sumSpending } from '../../money/rows/ledger.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
} from '../../testing/factories.ts'
import { endsWith, returns, throws } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { setUpPaidFamily } from '../../testing/setup/runs/paid-family.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import { recordRun } from '../start/record-run.ts'
import { startDraftRun } from '../start/start-draft-run.ts'
import { performRun, runToEnd, startRun } from '../start/start-run.ts'

const GOOD = returns({ message: 'Hello.' })
const BAD = throws()

test('a draft that calls another publisher’s paid skill pays for it, whatever becomes of the draft', async () => {
  const { child } = await setUpPaidFamily()
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
    const above = { row, parent: undefined } as unknown as Awaited<ReturnType<typeof recordRun>>
    const called = await recordRun(
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
  const { ctx, parent, child, open, money } = await setUpPaidFamily()
  const request = { skill: { name: parent.skillName }, args: { name: 'Ada' }, idempotencyKey: 'once' }
  const calls = endsWith(async ({ runId }) => {
    const row = await database().run.findUniqueOrThrow({ where: { id: runId } })
    const above = { row } as unknown as Awaited<ReturnType<typeof recordRun>>
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
  const { ctx, parent, child, open } = await setUpPaidFamily()
  const { organisationId } = ctx.viewer!
  const spent = () => sumSpending(database(), { organisationId, since: new Date(0) })
  const top = await open(parent.skillName)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  const whileOpen = await spent()
  await performRun({ ...ctx, sandbox: BAD }, top)

  expect([whileOpen, await spent()]).toEqual([80_000n, 30_000n])
})

test('a refund of a failed run refunds its calls', async () => {
  const { ctx, parent, child, open, money, earned } = await setUpPaidFamily()
  const top = await open(parent.skillName)
  await performRun({ ...ctx, sandbox: GOOD }, await open(child.skillName, top))
  await performRun({ ...ctx, sandbox: BAD }, top)
  await refundRun(await contextFor(await makeAdmin()), { runId: top.row.id, note: 'Failed.' })

  expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
  expect(await earned()).toEqual([0n, 0n])
})

test('the database refuses an end whose captures do not match the charges', async () => {
  const { ctx, parent, child, open } = await setUpPaidFamily()
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
