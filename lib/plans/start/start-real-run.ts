import { type Context, requirePerson } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { actForPlanRun, requireOwnPlanRun } from '../views/find-own-plan-run.ts'
import type { PlanRunView } from '../views/plan-run-view.ts'
import { startPlanRun } from './start-plan-run.ts'

/**
 * Starts the plan of a dry run as it was. Throws NOT_FOUND, POLICY_DENIED for keys and for members who may only read
 * it, CONFLICT if it was not a dry run, and as `startPlanRun`.
 */
export async function startRealRun(ctx: Context, id: unknown): Promise<PlanRunView> {
  requirePerson(ctx)
  const { row } = await requireOwnPlanRun(ctx, id)
  if (!row.dryRun) throw new AppError('CONFLICT', { message: 'This plan run was not a dry run.' })
  const acting = await actForPlanRun(ctx, row)
  const { document: plan, savedPlanId, timeZone } = row
  const request = { plan, timeZone, confirmed: true, ...(savedPlanId && { savedPlanId }) }
  return (await startPlanRun(acting, request)).planRun
}
