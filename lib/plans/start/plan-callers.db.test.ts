// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
// Tests who may start, see, confirm and end plans, and how an approval policy restricts them.

import { describe, expect, test } from 'vitest'
import { createKey, listKeys, revokeKey } from '../../auth/manage-api-keys.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { bullets, makePlan, perform, runsOf, setUpPlans, slugs } from '../../testing/plan-setup.ts'
import { getPolicy, savePolicy } from '../check/plan-policy.ts'
import { cancelPlanRun, confirmPlanRun } from '../lifecycle/change-plan-run.ts'
import type { PlanDocument, PlanStep } from '../model/document/plan-document.ts'
import { DEFAULT_POLICY } from '../model/policy/approval-policy.ts'
import { getPlanRun } from '../views/get-plan-run.ts'
import { resumePlanRun } from './resume-plan-run.ts'
import { startPlanRun } from './start-plan-run.ts'

describe('the caller', () => {
  const plan = makePlan([bullets])

  test('must be signed in, with a valid plan', async () => {
    await expect(startPlanRun(visitor(), { plan })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const { start } = await setUpPlans()
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
    const { ctx, user } = await setUpPlans()
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

  test('sees and ends only their own', async () => {
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
    const { ctx, user } = await setUpPlans()
    await createKey(ctx, { name: 'k', scopes: ['run'], expiresInDays: 1 })
    const keyId = (await listKeys(ctx))[0]!.id
    await savePolicy(
      ctx,
      { mode: 'auto-read-only', allowedTools: [], deniedTools: [], allowedPaths: [] },
      DEFAULT_POLICY,
    )
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

  test('starts read-only steps without confirmation, if configured', async () => {
    const { ctx } = await setUpPlans()
    await savePolicy(ctx, policy, DEFAULT_POLICY)

    expect((await startPlanRun(ctx, { plan: makePlan([bullets]) })).planRun).toMatchObject({
      state: 'queued',
      verdicts: [{ verdict: 'auto' }],
    })
  })

  test('refuses denied calls, and is applied again to each call', async () => {
    const { ctx, start } = await setUpPlans()
    const { planRun } = await start(makePlan([bullets, slugs]))
    await savePolicy(ctx, { ...policy, deniedTools: ['util.slug*'] }, DEFAULT_POLICY)

    const view = await perform(ctx, planRun.id)
    expect(view).toMatchObject({ state: 'failed', failedStepId: 'slugs', error: { code: 'POLICY_DENIED' } })
    expect(await runsOf(planRun.id)).toHaveLength(1)
    await expect(start(makePlan([bullets, slugs]))).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      options: { issues: [{ path: '/steps/1/tool' }] },
    })
  })

  test('cannot be circumvented by a command that runs a denied skill', async () => {
    const { ctx, start } = await setUpPlans()
    await savePolicy(ctx, { ...policy, deniedTools: ['vault.createFile'] }, DEFAULT_POLICY)
    const command = (id: string) =>
      makePlan([bullets, { id: 'note', tool: 'commands.run', args: { id }, dependsOn: ['bullets'] }], {
        riskLevel: 'commands',
      })

    await expect(start(command('guildhall:new-note'))).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      options: { issues: [{ path: '/steps/1/tool' }] },
    })
    const steps = [{ ...bullets, args: { text: '- guildhall:new-note' } }]
    const hidden = command('${$steps.bullets.items[0].text}')
    const { planRun } = await start({ ...hidden, steps: [...steps, ...hidden.steps.slice(1)] })
    const view = await perform(ctx, planRun.id)
    expect(view).toMatchObject({ state: 'failed', failedStepId: 'note', error: { code: 'POLICY_DENIED' } })
    expect(await runsOf(planRun.id)).toHaveLength(1)
  })

  test('asks about a dry run of skills that may not respect it, and of nothing else', async () => {
    const { ctx, skill } = await setUpPlans(undefined, { riskLevel: 'writes', dryRun: 'supported' })
    const write = { id: 'write', tool: 'vault.writeFile', args: { path: 'a.md', content: 'x' } }
    const dryRun = async (...steps: PlanStep[]) =>
      (await startPlanRun(ctx, { plan: makePlan(steps, { riskLevel: 'writes' }), dryRun: true })).planRun

    expect(await dryRun(bullets, write)).toMatchObject({
      state: 'queued',
      verdicts: [{ verdict: 'auto' }, {}],
    })
    const asked = await dryRun(bullets, { id: 'greet', tool: skill, args: { name: 'x' } })
    expect(asked).toMatchObject({
      state: 'waiting',
      verdicts: [{ verdict: 'auto' }, { verdict: 'confirm', reason: expect.stringContaining('dry run') }],
    })
    await confirmPlanRun(ctx, asked.id)
    expect(await perform(ctx, asked.id)).toMatchObject({ state: 'succeeded', dryRun: true })
  })

  test('of two simultaneous changes, one is refused, and the other’s denials stay in force', async () => {
    const owner = await makeUser()
    const admin = await makeUser()
    const organisation = await makeOrganisation({ owner, admins: [admin] })
    const [owners, admins] = await Promise.all(
      [owner, admin].map((each) => contextFor(each, { organisation })),
    )
    const stricter = { ...policy, deniedTools: ['vault.delete'] }

    const answers = await Promise.allSettled([
      savePolicy(owners as Context, stricter, DEFAULT_POLICY),
      savePolicy(admins as Context, stricter, DEFAULT_POLICY),
    ])
    const late = savePolicy(admins as Context, policy, DEFAULT_POLICY)

    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await getPolicy(owners as Context)).toEqual(stricter)
    await savePolicy(admins as Context, policy, stricter)
    expect(await getPolicy(owners as Context)).toEqual(policy)
  })

  test('is changed by admins of the organisation, in person', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const [ctx, other] = await Promise.all([
      contextFor(owner, { organisation }),
      contextFor(member, { organisation }),
    ])

    await expect(savePolicy(other, policy, DEFAULT_POLICY)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(savePolicy(visitor(), policy, DEFAULT_POLICY)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    const withKey: Context = {
      ...ctx,
      keyId: 'key',
      keyGrant: { scopes: ['admin'], skillSets: [], dailyCapMicros: null },
    }
    await expect(savePolicy(withKey, policy, DEFAULT_POLICY)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(savePolicy(ctx, { ...policy, mode: 'always' }, DEFAULT_POLICY)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await savePolicy(ctx, policy, DEFAULT_POLICY)
    const auditEvent = await database().auditEvent.findFirst({
      where: { action: 'plan.policy', subjectId: organisation.id },
    })
    expect(auditEvent).toMatchObject({ actorId: owner.id, data: policy })
  })
})
