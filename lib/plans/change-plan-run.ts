/** What people do to a plan run: confirm it, cancel it. Floor 3. */
import { type Context, requirePerson, requireScope, requireViewer } from '../context.ts'
import { changePlanRun, type PlanRunRow } from '../db/plan-runs.ts'
import { AppError } from '../errors.ts'
import { CANCELLED } from '../execution/judge.ts'
import { requireOwnPlanRun } from './find-own-plan-run.ts'
import { announcePlan } from './plan-announcements.ts'
import { auditPlanRun, putOffPlan } from './record-plan-run.ts'
import { confirmedBy } from './start-plan-run.ts'

/** Says yes to a plan that waits. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for keys and for those who may only read it, and CONFLICT when it does not wait. */
export async function confirmPlanRun(ctx: Context, id: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  requirePerson(ctx)
  const { row } = await requireOwnPlanRun(ctx, id)
  await ctx.db.$transaction(async (tx) => {
    const moved = await changePlanRun(tx, row.id, ['waiting'], { state: 'queued', ...confirmedBy(viewer) })
    if (!moved) throw new AppError('CONFLICT', { message: 'This plan does not wait to be confirmed.' })
    await putOffPlan(tx, row)
    await auditPlanRun(tx, viewer, 'plan.confirm', row)
  })
}

/**
 * Ends it: at once when no worker has it, within a second when one does, with the runs of its steps. One that has ended
 * stays as it is. Throws UNAUTHENTICATED, NOT_FOUND, and POLICY_DENIED for those who may only read it.
 */
export async function cancelPlanRun(ctx: Context, id: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  requireScope(ctx, 'run')
  const { row } = await requireOwnPlanRun(ctx, id)
  if (row.endedAt !== null) return
  await ctx.db.$transaction(async (tx) => {
    const isOver = await endIdle(tx, row)
    const isAsked =
      !isOver && (await changePlanRun(tx, row.id, ['running'], { cancelRequestedAt: new Date() }))
    if (!isOver && !isAsked) return
    const { organisationId } = row
    await announcePlan(tx, { planRunId: row.id, organisationId, what: isOver ? 'moved' : 'cancel' })
    await auditPlanRun(tx, viewer, 'plan.cancel', row)
  })
}

/** What nobody works on is over as soon as this is written. */
async function endIdle(tx: Parameters<typeof changePlanRun>[0], { id }: PlanRunRow): Promise<boolean> {
  const ended = { state: 'cancelled', endedAt: new Date(), error: CANCELLED, restingUntil: null } as const
  return (
    (await changePlanRun(tx, id, ['waiting', 'queued'], ended)) ||
    (await changePlanRun(tx, id, ['running'], ended, true))
  )
}
