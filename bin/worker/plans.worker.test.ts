import { expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { sumLedger } from '#lib/money/rows/ledger.ts'
import { cancelPlanRun } from '#lib/plans/lifecycle/change-plan-run.ts'
import { startPlanRun } from '#lib/plans/start/start-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { fundWallet, moneyOf } from '#lib/testing/fund-wallet.ts'
import { setUpWorkers } from '#lib/testing/start-workers.ts'

const { startWorker, stopWorker } = setUpWorkers()
const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
const SLOW = `async function handler({ parameters }) {
  await new Promise((resolve) => setTimeout(resolve, parameters.ms))
  if (parameters.fails) throw new Error('No.')
  return { message: parameters.name }
}`

/** Creates a buyer with money, and a paid skill that takes as long as its input states. */
async function setUp() {
  const parameters = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      ms: { type: 'integer', default: 0 },
      fails: { type: 'boolean', default: false },
    },
    required: ['name'],
  }
  const skill = makeSkillDocument({ pricing: PRICE, definition: SLOW, parameters, examples: [] })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })
  const user = await makeUser()
  await fundWallet(user.organisation.id, '10')
  const ctx = await contextFor(user)
  const step = (id: string, args: object, more: object = {}) => ({
    id,
    tool: skillName,
    args: { name: id, ...args },
    ...more,
  })
  return {
    ctx,
    step,
    money: () => moneyOf(user.organisation.id),
    async start(steps: object[]) {
      const plan = { version: '1', goal: 'To be worked off.', riskLevel: 'read-only', steps }
      return (await startPlanRun(ctx, { plan, confirmed: true })).planRun.id
    },
    stateOf: async (id: string) => (await getPlanRun(ctx, id)).state,
  }
}

test('another worker takes over from a killed one: finished steps are not repeated, read-only steps are', async () => {
  const { ctx, start, step, stateOf, money } = await setUp()
  const first = startWorker()
  const id = await start([
    step('a', {}),
    // Even on a slow machine, its worker is killed before this step ends.
    step('b', { ms: 4_000 }, { dependsOn: ['a'] }),
    { id: 'c', tool: 'util.slugifyTitle', args: { title: '$steps.b.message' } },
  ])
  const runOfB = () => database().run.findFirst({ where: { planRunId: id, stepId: 'b' } })
  await expect.poll(async () => (await runOfB())?.state).toBe('running')

  await stopWorker(first, 'SIGKILL')
  startWorker()

  await expect.poll(() => stateOf(id)).toBe('succeeded')
  const runs = await database().run.findMany({ where: { planRunId: id }, orderBy: { id: 'asc' } })
  // A skill that only reads may be run again; the one that was lost cost nothing.
  expect(runs.map(({ stepId, state, attempt }) => [stepId, state, attempt])).toEqual([
    ['a', 'succeeded', 1],
    ['b', 'failed', 1],
    ['b', 'succeeded', 2],
    ['c', 'succeeded', 1],
  ])
  expect(await money()).toMatchObject({ wallet: 9_900_000n, hold: 0n })
  expect((await sumLedger(database())).total).toBe(0n)
  expect((await getPlanRun(ctx, id)).charged).toBe('0.1')
})

test('cancelling a plan does not wait for its step, and a plan waiting for its next attempt blocks no others', async () => {
  const { ctx, start, step, stateOf } = await setUp()
  startWorker()
  // A worker waits out pauses of up to five seconds, so more must be left, even on a slow machine.
  const retry = { maxAttempts: 2, backoffMs: 10_000 }
  const waiting = await start([step('a', { fails: true }, { retry })])
  const cancelled = await start([step('a', { ms: 20_000 })])
  const row = (id: string) => database().planRun.findUniqueOrThrow({ where: { id } })
  // Polled from here on, because this plan may no longer be waiting when the other is cancelled.
  const paused = expect.poll(async () => (await row(waiting)).waitingUntil).not.toBeNull()
  await expect
    .poll(async () => (await database().run.findFirst({ where: { planRunId: cancelled } }))?.state)
    .toBe('running')

  await cancelPlanRun(ctx, cancelled)
  await expect.poll(() => stateOf(cancelled)).toBe('cancelled')
  // Without the cancellation, the step would end later, with a timeout.
  expect(await database().run.findFirst({ where: { planRunId: cancelled } })).toMatchObject({
    state: 'cancelled',
  })

  await paused
  await expect.poll(() => stateOf(waiting)).toBe('failed')
  const runs = await database().run.findMany({ where: { planRunId: waiting }, orderBy: { attempt: 'asc' } })
  expect(runs.map(({ attempt, state }) => [attempt, isEnded(state)])).toEqual([
    [1, true],
    [2, true],
  ])
})
