// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import { bullets, makePlan, runsOf, setUpPlans, slugs } from '../../testing/plan-setup.ts'
import { Crash, type RecordedSteps, recordingEngine } from '../../testing/workflow-engines.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { openVaultToWrite } from '../../vault/vault.ts'
import type { PlanStep } from '../model/document/plan-document.ts'
import { getPlanRun } from '../views/get-plan-run.ts'
import { performPlan } from './perform-plan.ts'

test('a plan continues wherever its worker dies: each call runs once and is charged once', async () => {
  const { start, ctx, skill, money } = await setUpPlans()
  const greet = {
    id: 'greet',
    tool: skill,
    args: { name: '$item.slug' },
    foreach: { from: '$vars.slugs', itemName: 's', concurrency: 3 },
  }
  const plan = makePlan([
    bullets,
    slugs,
    greet,
    {
      id: 'last',
      tool: 'util.slugifyTitle',
      args: { title: '${$steps.greet[2].message}' },
      dependsOn: ['slugs'],
    },
  ])
  let charged = 0n
  // The long run crashes at every possible point.
  const stride = process.env.GUILDHALL_LONG ? 1 : 7
  for (let crashAfter = 1; ; crashAfter += stride) {
    const { planRun } = await start(plan)
    const recorded: RecordedSteps = new Map()
    const before = await performPlan(ctx, planRun.id, recordingEngine(recorded, crashAfter)).then(
      () => 'ended',
      (thrown) => thrown,
    )
    if (before !== 'ended') {
      expect(before).toBeInstanceOf(Crash)
      await performPlan(ctx, planRun.id, recordingEngine(recorded))
    }
    const view = await getPlanRun(ctx, planRun.id)
    expect(view.state).toBe('succeeded')
    const runs = await runsOf(planRun.id)
    expect(runs.map(({ state }) => state)).toEqual(Array(8).fill('succeeded'))
    expect(view.steps.flatMap(({ runIds }) => runIds).sort()).toEqual(runs.map(({ id }) => id).sort())
    charged += 150_000n
    expect(await money()).toMatchObject({ wallet: 10_000_000n - charged, hold: 0n })
    if (before === 'ended') break
  }
  expect((await sumLedger(database())).total).toBe(0n)
})

test('the results of its calls have a common limit, and the call that exceeds it reports it', async () => {
  const content = 'x'.repeat(3_900_000)
  const { run, ctx } = await setUpPlans()
  await createFile(openVaultToWrite(ctx), { path: 'Large.md', content })
  const read: PlanStep = {
    id: 'read',
    tool: 'vault.readFile',
    args: { path: '$item', maxBytes: 4_000_000 },
    foreach: { from: Array.from({ length: 12 }, () => 'Large.md'), itemName: 'path', concurrency: 1 },
  }

  const { state, error, steps } = await run(makePlan([read]))

  expect({ state, error }).toMatchObject({
    state: 'failed',
    error: {
      code: 'LIMIT_REACHED',
      message: expect.stringContaining('exceed 32 MB in total'),
      limit: { what: 'plan_results', max: 32 * 1024 * 1024, unit: 'bytes' },
    },
  })
  const results = steps[0]?.results ?? []
  expect(results.map(({ ok }) => ok)).toEqual([...Array(8).fill(true), false])
  expect(results.at(-1)).not.toHaveProperty('data')
})
