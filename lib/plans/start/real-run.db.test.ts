// Tests what a person sees of a dry run, of the real run, and of its undo.
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { makePlan, perform, setUpPlans } from '../../testing/plan-setup.ts'
import { undoPlanRun } from '../lifecycle/change-plan-run.ts'
import type { PlanStep } from '../model/document/plan-document.ts'
import { createPlan } from '../saved/saved-plans.ts'
import { getPlanRun, listPlanRuns } from '../views/get-plan-run.ts'
import { startPlanRun, startRealRun } from './start-plan-run.ts'

const make: PlanStep = { id: 'make', tool: 'vault.createFile', args: { path: 'New.md', content: 'Hello.' } }
const plan = makePlan([make], { riskLevel: 'writes' })

test('a dry run shows the text that it would write, can be run for real, and is shown as undone', async () => {
  const { ctx } = await setUpPlans()
  const { slug } = await createPlan(ctx, { title: 'Weekly report', text: JSON.stringify(plan) })
  const { planRun: dry } = await startPlanRun(ctx, { savedPlanId: slug, dryRun: true })
  const shown = await perform(ctx, dry.id)
  const [call] = shown.steps[0]!.results
  expect(shown).toMatchObject({ canRunForReal: true, plannedTexts: { [call!.callId]: 'Hello.' } })

  const real = await startRealRun(ctx, dry.id)
  expect(await perform(ctx, real.id)).toMatchObject({ state: 'succeeded', dryRun: false, isUndone: false })
  await undoPlanRun(ctx, real.id)

  expect(await getPlanRun(ctx, real.id)).toMatchObject({
    isUndone: true,
    canUndo: false,
    canRunForReal: false,
  })
  expect((await listPlanRuns(ctx)).planRuns).toMatchObject([
    { id: real.id, title: 'Weekly report', isUndone: true },
    { id: dry.id, title: 'Weekly report', isUndone: false },
  ])
})

test('only people run a dry run for real, and only their own', async () => {
  const { ctx, run } = await setUpPlans()
  const { id } = await run(plan, { dryRun: true })
  const { id: realId } = await run(plan)
  const keyGrant = { scopes: ['run', 'write'] as const, skillSets: [], dailyCapMicros: null }
  const withKey: Context = { ...ctx, keyId: 'key', keyGrant }

  await expect(startRealRun(withKey, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(startRealRun(await contextFor(await makeUser()), id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(startRealRun(ctx, realId)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a step for each item of an empty list is done', async () => {
  const { run, ctx } = await setUpPlans()
  const list: PlanStep = { id: 'list', tool: 'vault.listFiles', args: {} }
  const each: PlanStep = {
    id: 'each',
    tool: 'util.slugifyTitle',
    args: { title: '$file.path' },
    foreach: { from: '$steps.list.items', itemName: 'file' },
  }

  const { state, steps } = await run(makePlan([list, each]))

  expect({ state, statuses: steps.map(({ status }) => status) }).toEqual({
    state: 'succeeded',
    statuses: ['ok', 'ok'],
  })
  expect((await listPlanRuns(ctx)).planRuns[0]).toMatchObject({ stepCount: 2, doneCount: 2 })
})
