import { type Context, requirePerson, requireScope, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { CANCELLED } from '../../runs/finish/judge-outcome.ts'
import { notifyPlanRun } from '../../runs/queue/run-notifications.ts'
import { undo } from '../../vault/history/undo.ts'
import { openVaultToWrite } from '../../vault/vault.ts'
import { changePlanRun, type PlanRunRow } from '../rows/plan-runs.ts'
import { auditPlanRun, confirmedBy, enqueuePlanRun } from '../start/start-plan-run.ts'
import { actForPlanRun, findOwnPlanRun, requireOwnPlanRun } from '../views/find-own-plan-run.ts'

/**
 * Confirms the effects of a plan that waits for that, and queues it. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for keys
 * and members who may only read it, and CONFLICT if it is not waiting.
 */
export async function confirmPlanRun(ctx: Context, id: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  requirePerson(ctx)
  const { row } = await requireOwnPlanRun(ctx, id)
  // One that has begun waits for the approval of a step.
  if (row.startedAt !== null)
    throw new AppError('CONFLICT', { message: 'This plan is not waiting for confirmation.' })
  await ctx.db.$transaction(async (tx) => {
    const moved = await changePlanRun(tx, row.id, ['waiting'], { state: 'queued', ...confirmedBy(viewer) })
    if (!moved) throw new AppError('CONFLICT', { message: 'This plan is not waiting for confirmation.' })
    await enqueuePlanRun(tx, row)
    await auditPlanRun(tx, viewer, 'plan.confirm', row)
  })
}

/**
 * Cancels a plan run and the runs of its steps. Does nothing if it has ended. Throws UNAUTHENTICATED, NOT_FOUND, and POLICY_DENIED
 * for members who may only read it.
 */
export async function cancelPlanRun(ctx: Context, id: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  requireScope(ctx, 'run')
  const { row } = await requireOwnPlanRun(ctx, id)
  if (row.endedAt !== null) return
  await ctx.db.$transaction(async (tx) => {
    const isEnded = await cancelIdlePlanRun(tx, row)
    const isRequested =
      !isEnded && (await changePlanRun(tx, row.id, ['running'], { cancelRequestedAt: new Date() }))
    if (!isEnded && !isRequested) return
    const { organisationId } = row
    await notifyPlanRun(tx, { planRunId: row.id, organisationId, kind: isEnded ? 'moved' : 'cancel' })
    await auditPlanRun(tx, viewer, 'plan.cancel', row)
  })
}

/** Ends a plan run that no worker is performing right now. Returns false for any other. */
async function cancelIdlePlanRun(
  tx: Parameters<typeof changePlanRun>[0],
  { id }: PlanRunRow,
): Promise<boolean> {
  const ended = { state: 'cancelled', endedAt: new Date(), error: CANCELLED, waitingUntil: null } as const
  return (
    (await changePlanRun(tx, id, ['waiting', 'queued'], ended)) ||
    (await changePlanRun(tx, id, ['running'], ended, true))
  )
}

/** Undoes the changes that the plan made in the vault. Throws as `undo`, UNAUTHENTICATED, and NOT_FOUND for plan runs of others. */
export async function undoPlanRun(ctx: Context, id: unknown): Promise<void> {
  const { row } = await findOwnPlanRun(ctx, id)
  const vault = openVaultToWrite(await actForPlanRun(ctx, row))
  await undo(vault, { planRunId: row.id })
}
