// Each child run that succeeded is paid for, however the run above it ends.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { makePublishedVersion, makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { endsWith, manualSandbox, returns, throws } from '../../testing/fake-sandbox.ts'
import { priced, setUpPaidFamily } from '../../testing/setup/runs/paid-family.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { assessHarm, recoverRun } from '../lifecycle/recover-run.ts'
import { abortLeasedRun } from '../queue/lease-run.ts'
import { performRun } from '../start/start-run.ts'

const GOOD = returns({ message: 'Hello.' })
const BAD = throws()

test('a called run that ends after its root costs nothing, and delivers nothing', async () => {
  const { ctx, parent, child, open, charged, money } = await setUpPaidFamily()
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
  const { ctx, parent, child, open, money } = await setUpPaidFamily()
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
  const { ctx, parent, child, open } = await setUpPaidFamily()
  const top = await open(parent.skillName)
  await performRun({ ...ctx, sandbox: BAD }, top)

  await expect(open(child.skillName, top)).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('a cancelled root pays for its finished calls', async () => {
  const { ctx, parent, child, open, money, earned } = await setUpPaidFamily()
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
  const { ctx, parent, child, open, money, earned } = await setUpPaidFamily()
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
  const { ctx, open, money } = await setUpPaidFamily()
  const root = await open(top.skillName)
  const middle = await open(between.skillName, root)
  await performRun({ ...ctx, sandbox: GOOD }, await open(below.skillName, middle))
  await performRun({ ...ctx, sandbox: BAD }, middle)
  const ended = await performRun({ ...ctx, sandbox: GOOD }, root)

  expect(ended).toMatchObject({ charged: '0.08', chargedForCalls: '0.03' })
  expect(await money()).toMatchObject({ wallet: 920_000n, hold: 0n })
})
