/**
 * Resumes a plan that failed or was cancelled, as a new plan run. Successful results are copied and not charged again. A plan run
 * is resumed once only, since two resumptions would repeat the rest twice.
 */
import type { Context } from '../../context/context.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import { isObject, type JsonObject } from '../../kernel/json/json.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import { PlanProgress } from '../model/progress/plan-progress.ts'
import { listAttempts, type PlanAttemptRow } from '../rows/plan-attempts.ts'
import { actForPlanRun, requireOwnPlanRun } from '../views/find-own-plan-run.ts'
import type { PlanRunView } from '../views/plan-run-view.ts'
import { startPlanRun } from './start-plan-run.ts'

export type ResumeRequest = {
  confirmed?: boolean
  maxPrice?: string
  /** New arguments by the ids of unfinished steps. */
  editedArgs?: unknown
}

/**
 * Returns the new plan run. Throws as `startPlanRun`, CONFLICT if the plan run has not failed or was resumed already, and
 * INVALID_INPUT for arguments of finished or unknown steps.
 */
export async function resumePlanRun(
  ctx: Context,
  id: unknown,
  { editedArgs = {}, ...request }: ResumeRequest,
): Promise<{ planRun: PlanRunView }> {
  const { row } = await requireOwnPlanRun(ctx, id)
  if (row.dryRun || (row.state !== 'failed' && row.state !== 'cancelled'))
    throw new AppError('CONFLICT', { message: 'Only a plan that failed or was cancelled can be resumed.' })
  const plan = row.document as PlanDocument
  const carried = (await listAttempts(ctx.db, row.id)).filter(({ result }) => result?.ok)
  const edited = parseEdits(plan, editedArgs, carried)
  // `Object.hasOwn`, because a step may be called “constructor”.
  const steps = plan.steps.map((step) =>
    Object.hasOwn(edited, step.id) ? { ...step, args: edited[step.id] as JsonObject } : step,
  )
  const { savedPlanId, timeZone } = row
  return startPlanRun(
    await actForPlanRun(ctx, row),
    { plan: { ...plan, steps }, timeZone, ...(savedPlanId && { savedPlanId }), ...request },
    { fromId: row.id, editedArgs: edited, carried },
  )
}

function parseEdits(
  plan: PlanDocument,
  given: unknown,
  carried: readonly PlanAttemptRow[],
): Record<string, JsonObject> {
  if (!isObject(given))
    throw argumentsError([
      { path: '/edited_args', message: 'must be an object: step ids and their arguments' },
    ])
  const progress = new PlanProgress(plan)
  for (const { unit, result } of carried) if (result) progress.record(unit, result)
  const issues = Object.entries(given).flatMap(([stepId, args]): Issue[] => {
    const path = `/edited_args/${stepId}`
    if (!plan.steps.some((step) => step.id === stepId)) return [{ path, message: 'there is no such step' }]
    if (!isObject(args)) return [{ path, message: 'must be an object' }]
    return progress.isDone(stepId) ? [{ path, message: 'this step has finished and will not run again' }] : []
  })
  if (issues.length > 0) throw argumentsError(issues)
  return { ...given } as Record<string, JsonObject>
}

function argumentsError(issues: Issue[]): AppError {
  return new AppError('INVALID_INPUT', { message: 'Invalid step arguments.', issues })
}
