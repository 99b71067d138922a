import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { listNotices } from '../../notices/send-notice.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { bullets, makePlan, perform, runsOf, setUpPlans } from '../../testing/plan-setup.ts'
import type { PlanStep, StepApproval } from '../model/document/plan-document.ts'
import { toRestPlanRun } from '../rest/rest-plan-run.ts'
import { startPlanRun } from '../start/start-plan-run.ts'
import { getPlanRun } from '../views/get-plan-run.ts'
import { cancelPlanRun, confirmPlanRun } from './change-plan-run.ts'
import { decideApproval, expireApprovals } from './decide-approval.ts'

const gated = (approval: StepApproval = {}): PlanStep => ({
  id: 'slug',
  tool: 'util.slugifyTitle',
  args: { title: '$steps.bullets.items[0].text' },
  approval,
})

/** An organisation with an owner and a member, and a plan of the member that waits for its second step. */
async function setUpWaiting(approval?: StepApproval) {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const boss = await contextFor(owner, { organisation })
  const ctx = await contextFor(member, { organisation })
  const plan = makePlan([bullets, gated(approval)], { outputs: { slug: '$steps.slug.slug' } })
  const { planRun } = await startPlanRun(ctx, { plan, confirmed: true })
  const waiting = await perform(ctx, planRun.id)
  return { boss, ctx, id: planRun.id, waiting }
}

const approve = (ctx: Context, id: string) => decideApproval(ctx, id, { stepId: 'slug', decision: 'approve' })

const noticesOf = async (ctx: Context) => (await listNotices(ctx)).notices

describe('a step that waits for approval', () => {
  test('a plan pauses before a step until an admin approves it, and then goes on from there', async () => {
    const { boss, ctx, id, waiting } = await setUpWaiting({ message: 'Is the first item right?' })

    expect(waiting).toMatchObject({
      state: 'waiting',
      canConfirm: false,
      canCancel: true,
      approvals: [
        { stepId: 'slug', state: 'waiting', message: 'Is the first item right?', canDecide: false },
      ],
      steps: [{ status: 'ok' }, { status: 'waiting' }],
    })
    expect(toRestPlanRun(waiting)).toMatchObject({
      state: 'waiting',
      approvals: [{ step_id: 'slug', state: 'waiting' }],
    })
    expect((await getPlanRun(boss, id)).approvals[0]?.canDecide).toBe(true)
    expect(await noticesOf(boss)).toMatchObject([
      { kind: 'plan.approval', body: 'Is the first item right?', href: `/plans/runs/${id}` },
    ])
    await decideApproval(boss, id, { stepId: 'slug', decision: 'approve', note: 'Looks good.' })
    const ended = await perform(ctx, id)

    expect(ended).toMatchObject({
      state: 'succeeded',
      outputs: { slug: 'red-apple' },
      approvals: [{ state: 'approved', note: 'Looks good.', canDecide: false }],
    })
    expect(await runsOf(id)).toHaveLength(2)
  })

  test('only those whom the step names may decide, once, and no key and no confirmation replaces them', async () => {
    const { boss, ctx, id } = await setUpWaiting()
    const stranger = await contextFor(await makeUser())
    const refused = async (who: Context, request: object = { stepId: 'slug', decision: 'approve' }) =>
      decideApproval(who, id, request).catch(({ code }) => code)

    expect(await refused(visitor())).toBe('UNAUTHENTICATED')
    expect(await refused(stranger)).toBe('NOT_FOUND')
    expect(await refused(ctx)).toBe('POLICY_DENIED')
    expect(await refused({ ...boss, keyId: 'key' })).toBe('POLICY_DENIED')
    expect(await refused(boss, { stepId: 'bullets', decision: 'approve' })).toBe('CONFLICT')
    expect(await refused(boss, { stepId: 'slug', decision: 'maybe' })).toBe('INVALID_INPUT')
    await expect(confirmPlanRun(boss, id)).rejects.toMatchObject({ code: 'CONFLICT' })
    const decisions = await Promise.allSettled([approve(boss, id), approve(boss, id)])
    expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const members = await setUpWaiting({ by: 'members' })
    await approve(members.ctx, members.id)
    expect(await perform(members.ctx, members.id)).toMatchObject({ state: 'succeeded' })
  })

  test('a refused step stops the plan with the note, and the person who started it is told', async () => {
    const { boss, ctx, id } = await setUpWaiting()

    await decideApproval(boss, id, { stepId: 'slug', decision: 'refuse', note: 'Wrong list.' })

    expect(await getPlanRun(ctx, id)).toMatchObject({
      state: 'failed',
      failedStepId: 'slug',
      error: { code: 'POLICY_DENIED', message: expect.stringContaining('Wrong list.') },
      canResume: true,
    })
    expect(await noticesOf(ctx)).toMatchObject([{ kind: 'plan.failed' }])
    await expect(approve(boss, id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('a step that nobody decides stops the plan when its time is over, and a cancelled plan stays cancelled', async () => {
    const expiring = await setUpWaiting({ expiresHours: 1 })
    const cancelled = await setUpWaiting({ expiresHours: 1 })
    const later = new Date(Date.now() + 2 * 3_600_000)
    await cancelPlanRun(cancelled.ctx, cancelled.id)

    await expireApprovals(expiring.ctx, new Date())
    expect((await getPlanRun(expiring.ctx, expiring.id)).state).toBe('waiting')
    await expireApprovals(expiring.ctx, later)

    expect(await getPlanRun(expiring.ctx, expiring.id)).toMatchObject({
      state: 'failed',
      error: { message: 'Nobody approved this step in time.' },
      approvals: [{ state: 'expired' }],
    })
    expect((await getPlanRun(cancelled.ctx, cancelled.id)).state).toBe('cancelled')
    await expect(approve(cancelled.boss, cancelled.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('an approval that cannot be stopped in time does not hold up the others', async () => {
    const broken = await setUpWaiting({ expiresHours: 1 })
    const next = await setUpWaiting({ expiresHours: 2 })
    // Without its document, the plan run cannot be stopped at a step.
    await database().planRun.update({ where: { id: broken.id }, data: { document: 'broken' } })

    await expireApprovals(next.ctx, new Date(Date.now() + 3 * 3_600_000))

    expect((await getPlanRun(next.ctx, next.id)).state).toBe('failed')
    await database().planRun.delete({ where: { id: broken.id } })
  })

  test('a worker that takes over while a plan waits starts nothing and asks nobody again', async () => {
    const { boss, ctx, id } = await setUpWaiting()

    // A worker that died before the engine recorded its request goes on as if the plan still ran.
    await database().planRun.update({ where: { id }, data: { state: 'running' } })
    await perform(ctx, id)

    expect(await noticesOf(boss)).toHaveLength(1)
    expect(await runsOf(id)).toHaveLength(1)
  })

  test('a dry run does not wait for approval', async () => {
    const { run } = await setUpPlans()

    expect(await run(makePlan([bullets, gated()]), { dryRun: true })).toMatchObject({ state: 'succeeded' })
  })
})
