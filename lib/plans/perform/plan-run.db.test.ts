// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
// Runs whole plans in this process: what starts, what is recorded, and what a crash at any point leaves behind.
import { describe, expect, test } from 'vitest'
import { database } from '../../db/core/prisma-client.ts'
import { sumLedger } from '../../db/money/ledger.ts'
import type { PlanStep } from '../../plan-documents/document/plan-document.ts'
import { bullets, makePlan, perform, runsOf, setUpPlans, slugs } from '../../testing/plan-setup.ts'
import { Crash, plainEngine, type RecordedSteps, recordingEngine } from '../../testing/workflow-engines.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { openVaultToWrite } from '../../vault/vault.ts'
import { cancelPlanRun } from '../lifecycle/change-plan-run.ts'
import { getPlanRun, listPlanRuns } from '../views/get-plan-run.ts'
import { performPlan } from './perform-plan.ts'

describe('a plan', () => {
  test('goes from step to step, each result handed on and on record', async () => {
    const { run, ctx } = await setUpPlans()

    const view = await run(
      makePlan([bullets, slugs], { outputs: { first: '$vars.slugs[0].slug', all: '$steps.slugs' } }),
    )

    expect(view).toMatchObject({
      state: 'succeeded',
      outputs: {
        first: 'red-apple',
        all: [{ slug: 'red-apple' }, { slug: 'green-pear' }, { slug: 'blue-plum' }],
      },
      steps: [
        { status: 'ok', runIds: [expect.any(String)] },
        { status: 'ok', units: [{ unit: 'slugs[0]', index: 0 }, {}, {}] },
      ],
      canCancel: false,
      canResume: false,
    })
    expect(view.steps[0]!.results[0]).toMatchObject({
      runId: view.id,
      stepId: 'bullets',
      attempt: 1,
      ok: true,
      callId: view.steps[0]!.runIds[0],
    })
    expect(await runsOf(view.id)).toHaveLength(4)
    expect((await listPlanRuns(ctx)).planRuns[0]).toMatchObject({
      id: view.id,
      goal: 'To test plans.',
      stepCount: 2,
      doneCount: 2,
    })
  })

  test('goes on if the database is away while it reads what was done', async () => {
    const { start, ctx } = await setUpPlans()
    const { planRun } = await start(makePlan([bullets]))
    let failures = 0
    const db = new Proxy(ctx.db, {
      get(target, name) {
        if (name !== 'planAttempt' || failures === 0) return Reflect.get(target, name)
        failures -= 1
        throw Object.assign(new Error('server conn crashed'), { code: '08P01' })
      },
    })

    const engine = plainEngine()
    await performPlan({ ...ctx, db }, planRun.id, {
      ...engine,
      async step(name, work) {
        const result = await engine.step(name, work)
        if (name === 'begin') failures = 2
        return result
      },
    })

    expect(failures).toBe(0)
    expect(await getPlanRun(ctx, planRun.id)).toMatchObject({ state: 'succeeded' })
  })

  test('pays for its calls, and states the cost', async () => {
    const { run, skill, money } = await setUpPlans()
    const step = {
      id: 'greet',
      tool: skill,
      args: { name: '${$item.text}' },
      foreach: { from: '$steps.bullets.items', itemName: 'x' },
    }

    expect(await run(makePlan([bullets, step]))).toMatchObject({ state: 'succeeded', charged: '0.15' })
    expect(await money()).toMatchObject({ wallet: 9_850_000n, hold: 0n })
  })

  test('stays within its maximum price', async () => {
    const { run, start, skill, money } = await setUpPlans()
    const step = {
      id: 'greet',
      tool: skill,
      args: { name: 'x' },
      foreach: { from: '$steps.bullets.items', itemName: 'x', concurrency: 3 },
    }

    const ended = await run(makePlan([bullets, step]), { maxPrice: '0.12' })
    expect(ended).toMatchObject({ state: 'failed', charged: '0.1', error: { code: 'PAYMENT_REQUIRED' } })
    // A ToolResult has fewer codes than errors, so PAYMENT_REQUIRED becomes POLICY_DENIED.
    const codes = ended.steps[1]?.results.flatMap(({ error }) => error?.code ?? [])
    expect(codes).toEqual(['POLICY_DENIED'])
    expect(await money()).toMatchObject({ wallet: 9_900_000n, hold: 0n })
    await expect(
      start(makePlan([{ id: 'a', tool: skill, args: { name: 'x' } }]), { maxPrice: '0.01' }),
    ).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  })

  test('retries as often as configured, and skips steps where allowed', async () => {
    let calls = 0
    const { run, skill } = await setUpPlans(() => (++calls < 3 ? new Error('Not yet.') : { message: 'Now.' }))
    const retry = { maxAttempts: 2, backoffMs: 1 }
    const plan = makePlan([
      { id: 'a', tool: skill, args: { name: 'x' }, retry, onError: 'skip' },
      { id: 'needs', tool: 'util.slugifyTitle', args: { title: '$steps.a.message' } },
      { id: 'after', tool: skill, args: { name: 'y' }, dependsOn: ['a'], retry },
    ])

    const view = await run(plan)

    expect(view.state).toBe('succeeded')
    expect(view.steps.map(({ status, results }) => [status, results.length])).toEqual([
      ['skipped', 2],
      ['skipped', 1],
      ['ok', 1],
    ])
  })

  test('that is cancelled ends immediately, with the current run', async () => {
    const { start, ctx, skill } = await setUpPlans(
      (_, signal) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ message: '' }))),
    )
    const { planRun } = await start(
      makePlan([
        { id: 'a', tool: skill, args: { name: 'x' } },
        { id: 'b', tool: 'util.slugifyTitle', args: { title: '$steps.a.message' } },
      ]),
    )
    const performed = perform(ctx, planRun.id)
    await expect.poll(async () => (await runsOf(planRun.id))[0]?.state).toBe('running')

    await cancelPlanRun(ctx, planRun.id)
    const askedAt = Date.now()
    const view = await performed

    // Without the cancellation, the step would never end.
    expect(Date.now() - askedAt).toBeLessThan(30_000)
    expect(view).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' }, canResume: true })
    expect(view.steps.map(({ status }) => status)).toEqual(['cancelled', 'waiting'])
  })

  test('that is queued is cancelled immediately, and never starts', async () => {
    const { start, ctx } = await setUpPlans()
    const { planRun } = await start(makePlan([bullets]))
    await cancelPlanRun(ctx, planRun.id)

    expect(await perform(ctx, planRun.id)).toMatchObject({ state: 'cancelled', steps: [{ runIds: [] }] })
  })

  test('returns at most the maximum size', async () => {
    const { run } = await setUpPlans()
    const text = `- ${'x'.repeat(60_000)}`
    const outputs = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`o${at}`, '$steps.bullets.items[0].text']),
    )

    const view = await run(makePlan([{ ...bullets, args: { text } }], { outputs }))
    expect(view.state).toBe('succeeded')
    expect(JSON.stringify(view.outputs).length).toBeLessThan(5_000_000)
    expect(view.outputs).toHaveProperty('o0')
  })

  test('with a paid skill that does not support dry runs names that step before anything of a dry run ran', async () => {
    const { start, skill, money, sandbox } = await setUpPlans()
    const plan = makePlan([bullets, { id: 'paid', tool: skill, args: { name: 'x' } }])

    await expect(start(plan, { dryRun: true, confirmed: false })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining('“paid”'),
      options: { issues: [{ path: '/steps/1/tool', keyword: 'dryRun' }] },
    })
    expect(sandbox.jobs).toEqual([])
    expect(await money()).toMatchObject({ wallet: 10_000_000n })
  })

  test('costs the price of its dry runs in a dry run, within the limit that was set', async () => {
    const pricing = {
      model: 'per_job' as const,
      amount: '5',
      currency: 'USDC' as const,
      dryRunAmount: '0.01',
    }
    const { run, start, skill, money } = await setUpPlans(undefined, { pricing, dryRun: 'supported' })
    const plan = makePlan([{ id: 'a', tool: skill, args: { name: 'x' } }])
    const dry = { dryRun: true, confirmed: false }

    await expect(start(plan, { ...dry, maxPrice: '0.009' })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    })
    expect(await run(plan, { ...dry, maxPrice: '0.01' })).toMatchObject({
      state: 'succeeded',
      charged: '0.01',
    })
    expect(await money()).toMatchObject({ wallet: 9_990_000n })
  })

  test('that is dry-run costs nothing where its skills support that', async () => {
    const { run, skill, money, sandbox } = await setUpPlans(undefined, { dryRun: 'supported' })

    expect(
      await run(makePlan([{ id: 'a', tool: skill, args: { name: 'x' } }]), {
        dryRun: true,
        confirmed: false,
      }),
    ).toMatchObject({ state: 'succeeded', dryRun: true, canResume: false })
    expect(sandbox.jobs[0]).toMatchObject({ context: { dryRun: true } })
    expect(await money()).toMatchObject({ wallet: 10_000_000n })
  })
})

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
    error: { code: 'PRECONDITION_FAILED', message: expect.stringContaining('exceed 32 MB in total') },
  })
  const results = steps[0]?.results ?? []
  expect(results.map(({ ok }) => ok)).toEqual([...Array(8).fill(true), false])
  expect(results.at(-1)).not.toHaveProperty('data')
})
