// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
// Plans from start to end, in this process: what begins, what is recorded, what a crash at any point leaves behind.
import { describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { PlanDocument, PlanStep } from '../contract/plan/plan-document.ts'
import { database } from '../db/client.ts'
import { sumLedger } from '../db/ledger.ts'
import { createKey, listKeys, revokeKey } from '../keys/keys.ts'
import type { SandboxJob } from '../sandbox/sandbox.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { fund, moneyOf } from '../testing/fund.ts'
import { Crash, type Memory, plainPort, rememberingPort } from '../testing/plan-ports.ts'
import { endsWith } from '../testing/pretend-sandbox.ts'
import { savePolicy } from './approval-policy.ts'
import { cancelPlanRun, confirmPlanRun } from './change-plan-run.ts'
import { getPlanRun, listPlanRuns } from './get-plan-run.ts'
import { performPlan } from './perform-plan.ts'
import { resumePlanRun } from './resume-plan-run.ts'
import { startPlanRun } from './start-plan-run.ts'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
const TEXT = '- Red apple\n- Green pear\n- Blue plum'

function makePlan(steps: PlanStep[], more: Partial<PlanDocument> = {}): PlanDocument {
  return { version: '1', goal: 'To test plans.', riskLevel: 'read-only', steps, ...more }
}

const bullets: PlanStep = { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: TEXT } }
const slugs: PlanStep = {
  id: 'slugs',
  tool: 'util.slugifyTitle',
  args: { title: '$bullet.text' },
  foreach: { from: '$steps.bullets.items', itemName: 'bullet', concurrency: 2 },
  captureAs: 'slugs',
}

/** Somebody with money, and a paid skill whose answers the test decides. */
async function setUp(
  answer: (job: SandboxJob, signal?: AbortSignal) => Json | Error | Promise<Json | Error> = () => ({
    message: 'Done.',
  }),
) {
  const sandbox = endsWith(async (job, signal) => {
    const value = await answer(job, signal)
    if (signal?.aborted) return { kind: 'cancelled', durationMs: 1, logs: [] }
    if (!(value instanceof Error)) return { kind: 'returned', value, durationMs: 1, logs: [] }
    const error = { name: 'Error', message: value.message, stack: '' }
    return { kind: 'threw', error, durationMs: 1, logs: [] }
  })
  const parameters = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const document = makeSkillSetDocument({
    skills: [makeSkillDocument({ pricing: PRICE, parameters, examples: [] })],
  })
  const version = await makePublishedVersion({ document })
  const user = await makeUser()
  await fund(user.organisation.id, '10')
  const ctx = await contextFor(user, { sandbox })
  const start = (plan: PlanDocument, more: object = {}) =>
    startPlanRun(ctx, { plan, confirmed: true, ...more })
  return {
    ctx,
    user,
    sandbox,
    start,
    skill: version.skillName,
    money: () => moneyOf(user.organisation.id),
    async run(plan: PlanDocument, more: object = {}) {
      const { planRun } = await start(plan, more)
      return perform(ctx, planRun.id)
    },
  }
}

async function perform(ctx: Context, id: string) {
  await performPlan(ctx, id, plainPort())
  return getPlanRun(ctx, id)
}

const runsOf = (planRunId: string) => database().run.findMany({ where: { planRunId } })

describe('a plan', () => {
  test('goes from step to step, each result handed on and on record', async () => {
    const { run, ctx } = await setUp()

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

  test('pays for what it used, and says so', async () => {
    const { run, skill, money } = await setUp()
    const step = {
      id: 'greet',
      tool: skill,
      args: { name: '${$item.text}' },
      foreach: { from: '$steps.bullets.items', itemName: 'x' },
    }

    expect(await run(makePlan([bullets, step]))).toMatchObject({ state: 'succeeded', charged: '0.15' })
    expect(await money()).toMatchObject({ wallet: 9_850_000n, hold: 0n })
  })

  test('spends no more than it may', async () => {
    const { run, start, skill, money } = await setUp()
    const step = {
      id: 'greet',
      tool: skill,
      args: { name: 'x' },
      foreach: { from: '$steps.bullets.items', itemName: 'x', concurrency: 3 },
    }

    expect(await run(makePlan([bullets, step]), { maxPrice: '0.12' })).toMatchObject({
      state: 'failed',
      charged: '0.1',
      error: { code: 'PAYMENT_REQUIRED' },
    })
    expect(await money()).toMatchObject({ wallet: 9_900_000n, hold: 0n })
    await expect(
      start(makePlan([{ id: 'a', tool: skill, args: { name: 'x' } }]), { maxPrice: '0.01' }),
    ).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  })

  test('stops at a step that fails, and goes on from there with other arguments', async () => {
    const { run, ctx, skill, money } = await setUp(({ parameters }) =>
      (parameters as JsonObject).name === 'bad' ? new Error('No.') : { message: 'Good.' },
    )
    const plan = makePlan([
      { id: 'a', tool: skill, args: { name: 'good' } },
      { id: 'b', tool: skill, args: { name: 'bad' }, dependsOn: ['a'] },
      { id: 'c', tool: skill, args: { name: '${$steps.b.message}' } },
    ])
    const failed = await run(plan)
    expect(failed).toMatchObject({
      state: 'failed',
      failedStepId: 'b',
      error: { code: 'SKILL_ERROR', message: 'No.' },
      canResume: true,
    })
    expect(failed.steps.map(({ status }) => status)).toEqual(['ok', 'error', 'waiting'])

    const resume = (editedArgs?: unknown) => resumePlanRun(ctx, failed.id, { confirmed: true, editedArgs })
    await expect(resume({ a: { name: 'x' } })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(resume({ z: { name: 'x' } })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const { planRun } = await resume({ b: { name: 'mended' } })
    const view = await perform(ctx, planRun.id)

    expect(view).toMatchObject({
      state: 'succeeded',
      resumedFromId: failed.id,
      editedArgs: { b: { name: 'mended' } },
      charged: '0.1',
    })
    expect(view.steps.map(({ isCarriedOver }) => isCarriedOver)).toEqual([true, false, false])
    expect(await runsOf(view.id)).toHaveLength(2)
    expect(await money()).toMatchObject({ wallet: 9_850_000n, hold: 0n })
    await expect(resumePlanRun(ctx, view.id, {})).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('tries again as often as it says, and skips what it may', async () => {
    let calls = 0
    const { run, skill } = await setUp(() => (++calls < 3 ? new Error('Not yet.') : { message: 'Now.' }))
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

  test('that is cancelled ends within a second, with the run that is under way', async () => {
    const { start, ctx, skill } = await setUp(
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

    const askedAt = Date.now()
    await cancelPlanRun(ctx, planRun.id)
    const view = await performed

    expect(Date.now() - askedAt).toBeLessThan(1_000)
    expect(view).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' }, canResume: true })
    expect(view.steps.map(({ status }) => status)).toEqual(['cancelled', 'waiting'])
  })

  test('that waits in line is cancelled at once, and never begins', async () => {
    const { start, ctx } = await setUp()
    const { planRun } = await start(makePlan([bullets]))
    await cancelPlanRun(ctx, planRun.id)

    expect(await perform(ctx, planRun.id)).toMatchObject({ state: 'cancelled', steps: [{ runIds: [] }] })
  })

  test('that is only rehearsed costs nothing', async () => {
    const { run, skill, money, sandbox } = await setUp()

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

describe('whoever asks', () => {
  const plan = makePlan([bullets])

  test('has to be somebody, with a plan that can run', async () => {
    await expect(startPlanRun(visitor(), { plan })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const { start } = await setUp()
    await expect(start({} as PlanDocument)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(start(makePlan([{ ...bullets, tool: 'no.such.tool' }]))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/steps/0/tool' }] },
    })
    await expect(start(undefined as never, { savedPlanId: 'none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('is asked to confirm, and only a person can', async () => {
    const { ctx, user } = await setUp()
    const { planRun } = await startPlanRun(ctx, { plan })
    expect(planRun).toMatchObject({
      state: 'waiting',
      canConfirm: true,
      verdicts: [{ stepId: 'bullets', verdict: 'confirm' }],
    })
    expect(await perform(ctx, planRun.id)).toMatchObject({ state: 'waiting' })

    const withKey: Context = {
      ...ctx,
      keyId: 'key',
      keyGrant: { scopes: ['run'], skillSets: [], dailyCapMicros: null },
    }
    await expect(startPlanRun(withKey, { plan, confirmed: true })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
    await expect(confirmPlanRun(withKey, planRun.id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await confirmPlanRun(ctx, planRun.id)
    expect(await perform(ctx, planRun.id)).toMatchObject({ state: 'succeeded', confirmedBy: user.name })
    await expect(confirmPlanRun(ctx, planRun.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('sees and ends only what is theirs', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const [ctx, other, stranger] = await Promise.all([
      contextFor(owner, { organisation }),
      contextFor(member, { organisation }),
      contextFor(await makeUser()),
    ])
    const { planRun } = await startPlanRun(ctx, { plan })

    expect(await getPlanRun(other, planRun.id)).toMatchObject({
      id: planRun.id,
      canCancel: false,
      canConfirm: false,
    })
    await expect(cancelPlanRun(other, planRun.id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(confirmPlanRun(other, planRun.id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    for (const denied of [getPlanRun, cancelPlanRun, confirmPlanRun])
      await expect(denied(stranger, planRun.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(resumePlanRun(stranger, planRun.id, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const onlyReads: Context = {
      ...ctx,
      keyId: 'key',
      keyGrant: { scopes: ['read'], skillSets: [], dailyCapMicros: null },
    }
    await expect(startPlanRun(onlyReads, { plan })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(cancelPlanRun(onlyReads, planRun.id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('may have left, or lost their key, before the plan is done', async () => {
    const { ctx, user } = await setUp()
    await createKey(ctx, { name: 'k', scopes: ['run'], expiresInDays: 1 })
    const keyId = (await listKeys(ctx))[0]!.id
    await savePolicy(ctx, { mode: 'auto-read-only', allowedTools: [], deniedTools: [], allowedPaths: [] })
    const { planRun } = await startPlanRun(
      { ...ctx, keyId, keyGrant: { scopes: ['run'], skillSets: [], dailyCapMicros: null } },
      { plan: makePlan([{ ...bullets, onError: 'skip' }]) },
    )
    await revokeKey(ctx, { id: keyId })

    expect(await perform(ctx, planRun.id)).toMatchObject({
      state: 'failed',
      error: { code: 'POLICY_DENIED', message: 'The key that started this plan was revoked.' },
    })
    expect(await runsOf(planRun.id)).toHaveLength(0)
    expect(user.id).toBeDefined()
  })
})

describe('the approval policy', () => {
  const policy = { mode: 'auto-read-only', allowedTools: [], deniedTools: [], allowedPaths: [] }

  test('lets what only reads begin by itself, where it says so', async () => {
    const { ctx } = await setUp()
    await savePolicy(ctx, policy)

    expect((await startPlanRun(ctx, { plan: makePlan([bullets]) })).planRun).toMatchObject({
      state: 'queued',
      verdicts: [{ verdict: 'auto' }],
    })
  })

  test('refuses what is denied, and is asked again at each call', async () => {
    const { ctx, start } = await setUp()
    const { planRun } = await start(makePlan([bullets, slugs]))
    await savePolicy(ctx, { ...policy, deniedTools: ['util.slug*'] })

    const view = await perform(ctx, planRun.id)
    expect(view).toMatchObject({ state: 'failed', failedStepId: 'slugs', error: { code: 'POLICY_DENIED' } })
    expect(await runsOf(planRun.id)).toHaveLength(1)
    await expect(start(makePlan([bullets, slugs]))).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      options: { issues: [{ path: '/steps/1/tool' }] },
    })
  })

  test('is changed by admins of the organisation, in person', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const [ctx, other] = await Promise.all([
      contextFor(owner, { organisation }),
      contextFor(member, { organisation }),
    ])

    await expect(savePolicy(other, policy)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(savePolicy(visitor(), policy)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const withKey: Context = {
      ...ctx,
      keyId: 'key',
      keyGrant: { scopes: ['admin'], skillSets: [], dailyCapMicros: null },
    }
    await expect(savePolicy(withKey, policy)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(savePolicy(ctx, { ...policy, mode: 'always' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await savePolicy(ctx, policy)
    const said = await database().auditEvent.findFirst({
      where: { action: 'plan.policy', subjectId: organisation.id },
    })
    expect(said).toMatchObject({ actorId: owner.id, data: policy })
  })
})

test('wherever its worker dies, a plan goes on where it was: each call runs once and is charged once', async () => {
  const { start, ctx, skill, money } = await setUp()
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
  // In the long run at every point that there is.
  const stride = process.env.GUILDHALL_LONG ? 1 : 7
  for (let crashAfter = 1; ; crashAfter += stride) {
    const { planRun } = await start(plan)
    const memory: Memory = new Map()
    const before = await performPlan(ctx, planRun.id, rememberingPort(memory, crashAfter)).then(
      () => 'ended',
      (thrown) => thrown,
    )
    if (before !== 'ended') {
      expect(before).toBeInstanceOf(Crash)
      await performPlan(ctx, planRun.id, rememberingPort(memory))
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
