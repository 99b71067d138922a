// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
// Tests resuming a plan that failed or was cancelled.
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { contextFor, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { bullets, makePlan, perform, runsOf, setUpPlans } from '../../testing/plan-setup.ts'
import { listFiles } from '../../vault/files/list-files.ts'
import { undo } from '../../vault/history/undo.ts'
import { openVault, openVaultToWrite } from '../../vault/vault.ts'
import { cancelPlanRun, undoPlanRun } from '../lifecycle/change-plan-run.ts'
import { getPlanRun, listPlanRuns } from '../views/get-plan-run.ts'
import { resumePlanRun } from './resume-plan-run.ts'
import { startPlanRun } from './start-plan-run.ts'

const note = (id: string, more: object = {}) => ({
  id,
  tool: 'vault.createFile',
  args: { path: `${id}.md`, content: 'x' },
  ...more,
})

describe('a plan that is resumed', () => {
  test('stops at a failing step, and continues from there with other arguments', async () => {
    const { run, ctx, skill, money } = await setUpPlans(({ parameters }) =>
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

    expect((await listPlanRuns(ctx)).planRuns[0]).toMatchObject({ stepCount: 3, doneCount: 1 })

    const resume = (editedArgs?: unknown, maxPrice = '0.1') =>
      resumePlanRun(ctx, failed.id, { confirmed: true, editedArgs, maxPrice })
    // The finished step is paid for, so the maximum price must cover only the other two.
    await expect(resume({}, '0.099')).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
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

  test('is undone in the vault together with the runs it continued', async () => {
    const { run, ctx, skill } = await setUpPlans(({ parameters }) =>
      (parameters as JsonObject).name === 'bad' ? new Error('No.') : { message: 'Good.' },
    )
    const steps = [
      note('one'),
      { id: 'b', tool: skill, args: { name: 'bad' }, dependsOn: ['one'] },
      note('two', { dependsOn: ['b'] }),
    ]
    const failed = await run(makePlan(steps, { riskLevel: 'writes' }))
    const again = await resumePlanRun(ctx, failed.id, { confirmed: true })
    expect(await perform(ctx, again.planRun.id)).toMatchObject({ state: 'failed', canUndo: true })
    const editedArgs = { b: { name: 'good' } }
    const last = await resumePlanRun(ctx, again.planRun.id, { confirmed: true, editedArgs })
    expect(await perform(ctx, last.planRun.id)).toMatchObject({ state: 'succeeded', canUndo: true })
    const vault = openVaultToWrite(ctx)
    const paths = async () => (await listFiles(vault, {})).items.map(({ path }) => path)
    expect(await paths()).toEqual(['one.md', 'two.md'])

    const { undone, operationId } = await undo(vault, { planRunId: last.planRun.id })

    expect(undone).toHaveLength(2)
    expect(await paths()).toEqual([])
    expect(await getPlanRun(ctx, last.planRun.id)).toMatchObject({ canUndo: false })
    await undo(vault, { operationIds: [operationId] })
    await undo(vault, { planRunId: failed.id })
    expect(await paths()).toEqual(['two.md'])
  })

  test('stays with its original organisation, whichever one its person is in', async () => {
    const [ada, bob] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: ada, members: [bob] })
    const shared = await contextFor(ada, { organisation })
    const plan = makePlan([note('one'), note('two', { dependsOn: ['one'] })], { riskLevel: 'writes' })
    const { planRun } = await startPlanRun(shared, { plan, confirmed: true })
    await cancelPlanRun(shared, planRun.id)

    const elsewhere = await contextFor(ada)
    const resumed = await resumePlanRun(elsewhere, planRun.id, { confirmed: true })
    await perform(shared, resumed.planRun.id)

    const paths = async (ctx: Context) => (await listFiles(openVault(ctx), {})).items.map(({ path }) => path)
    expect(await paths(elsewhere)).toEqual([])
    expect(await paths(shared)).toEqual(['one.md', 'two.md'])
    expect((await listPlanRuns(elsewhere)).planRuns).toEqual([])
    await undoPlanRun(elsewhere, resumed.planRun.id)
    expect(await paths(shared)).toEqual([])
    await expect(undoPlanRun(await contextFor(await makeUser()), planRun.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('is resumed once, even by simultaneous requests; after that, its resumption can be', async () => {
    const { run, ctx, skill } = await setUpPlans(() => new Error('No.'))
    const failed = await run(makePlan([{ id: 'a', tool: skill, args: { name: 'x' } }]))
    const resume = (id: string) => resumePlanRun(ctx, id, { confirmed: true })

    const asked = await Promise.allSettled([resume(failed.id), resume(failed.id), resume(failed.id)])

    const [made, ...more] = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value.planRun] : []))
    expect(more).toEqual([])
    expect(asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toEqual([
      expect.objectContaining({ code: 'CONFLICT' }),
      expect.objectContaining({ code: 'CONFLICT' }),
    ])
    expect(await getPlanRun(ctx, failed.id)).toMatchObject({ canResume: false, resumedById: made!.id })
    expect(await perform(ctx, made!.id)).toMatchObject({ state: 'failed', canResume: true })
    expect((await resume(made!.id)).planRun).toMatchObject({ resumedFromId: made!.id })
  })

  test('may have steps that are called as objects’ own fields are', async () => {
    const { start, ctx } = await setUpPlans()
    const { planRun } = await start(makePlan([{ ...bullets, id: 'constructor' }]))
    await cancelPlanRun(ctx, planRun.id)

    const editedArgs = JSON.parse('{"__proto__": {"text": "x"}}')
    await expect(resumePlanRun(ctx, planRun.id, { editedArgs })).rejects.toMatchObject({
      options: { issues: [{ path: '/edited_args/__proto__' }] },
    })
    const resumed = await resumePlanRun(ctx, planRun.id, { confirmed: true })
    expect(await perform(ctx, resumed.planRun.id)).toMatchObject({ state: 'succeeded' })
  })
})
