// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
// Runs whole plans in this process: what starts, what is recorded, and what a crash at any point leaves behind.
import { describe, expect, test } from 'vitest'
import { bullets, makePlan, perform, runsOf, setUpPlans, slugs } from '../../testing/plan-setup.ts'
import { plainEngine } from '../../testing/workflow-engines.ts'
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

    const port = plainEngine()
    await performPlan({ ...ctx, db }, planRun.id, {
      ...port,
      async step(name, work) {
        const result = await port.step(name, work)
        if (name === 'begin') failures = 2
        return result
      },
    })

    expect(failures).toBe(0)
    expect(await getPlanRun(ctx, planRun.id)).toMatchObject({ state: 'succeeded' })
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
})
