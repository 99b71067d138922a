import { describe, expect, test } from 'vitest'
import { createPlan, savePlan } from '../plans/saved/saved-plans.ts'
import { makeAutomation, noticesOf, setUpAutomation, workOff } from '../testing/automation-setup.ts'
import { bullets, makePlan } from '../testing/plan-setup.ts'
import { getAutomation, listAutomations } from './list-automations.ts'
import { runAutomationNow } from './manage-automations.ts'

describe('a plan', () => {
  const note = { id: 'note', tool: 'vault.createFile', args: { path: 'Report.md', content: 'Hello.' } }
  const plan = makePlan([note], { riskLevel: 'writes' })

  test('that a person confirmed makes its changes; once it was edited, its runs wait for confirmation', async () => {
    const { ctx, user } = await setUpAutomation()
    const { slug } = await createPlan(ctx, { title: 'Weekly report', text: JSON.stringify(plan) })
    const id = await makeAutomation(ctx, { plan: slug, confirmed: true })
    await runAutomationNow(ctx, id)
    expect(await workOff(ctx, id)).toMatchObject([{ state: 'succeeded' }])

    const edited = makePlan([{ ...note, args: { path: 'Other.md', content: 'Hello.' } }], {
      riskLevel: 'writes',
    })
    await savePlan(ctx, { slug, title: 'Weekly report', text: JSON.stringify(edited), revision: 1 })
    await runAutomationNow(ctx, id)
    const [, second] = await workOff(ctx, id)

    expect(second).toMatchObject({ state: 'started' })
    const [latest, first] = (await getAutomation(ctx, id)).runs
    expect(latest).toMatchObject({ needsConfirmation: true, planRunId: second?.planRunId })
    expect(first).not.toHaveProperty('needsConfirmation')
    expect(await listAutomations(ctx)).toMatchObject([{ latest: { needsConfirmation: true } }])
    const waiting = (await noticesOf(user.id)).filter(({ kind }) => kind === 'automation.waiting')
    expect(waiting).toMatchObject([
      { kind: 'automation.waiting', body: expect.stringContaining('was changed') },
    ])
  })

  test('cannot be confirmed by a key', async () => {
    const { ctx } = await setUpAutomation()
    const { slug } = await createPlan(ctx, { title: 'By key', text: JSON.stringify(makePlan([bullets])) })
    const keyGrant = { scopes: ['run', 'write'] as const, skillSets: [], dailyCapMicros: null }

    const refused = makeAutomation({ ...ctx, keyId: 'key', keyGrant }, { plan: slug, confirmed: true })

    await expect(refused).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })
})
