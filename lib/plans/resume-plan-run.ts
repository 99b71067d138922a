/**
 * Going on with a plan that failed or was cancelled. Floor 3.
 *
 * What was done well is taken over as it was recorded: neither run nor charged again. Everything else is done anew, with
 * other arguments where they are given. It is a plan run of its own; the old one stays what it was, and only one goes on
 * from it: two would do the rest twice. When that one fails too, it is the one to resume. It stays with the organisation
 * that it was started for: what is done is in that one's vault.
 */
import type { Context } from '../context.ts'
import { isObject, type JsonObject } from '../contract/json/json.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import { PlanProgress } from '../contract/plan/plan-progress.ts'
import { listAttempts, type PlanAttemptRow } from '../db/plan-attempts.ts'
import { AppError, type Issue } from '../errors.ts'
import { actForPlanRun, requireOwnPlanRun } from './find-own-plan-run.ts'
import type { PlanRunView } from './plan-run-view.ts'
import { startPlanRun } from './start-plan-run.ts'

export type ResumeRequest = {
  confirmed?: boolean
  maxPrice?: string
  /** New arguments, by the id of a step that is not done. */
  editedArgs?: unknown
}

/** Throws as `startPlanRun`; CONFLICT for one that has not failed or that another goes on from already, INVALID_INPUT for arguments of steps that are done or not there. */
export async function resumePlanRun(
  ctx: Context,
  id: unknown,
  { editedArgs = {}, ...request }: ResumeRequest,
): Promise<{ planRun: PlanRunView }> {
  const { row } = await requireOwnPlanRun(ctx, id)
  if (row.dryRun || (row.state !== 'failed' && row.state !== 'cancelled'))
    throw new AppError('CONFLICT', { message: 'Only a plan that failed or was cancelled can be resumed.' })
  const plan = row.document as unknown as PlanDocument
  const carried = (await listAttempts(ctx.db, row.id)).filter(({ result }) => result?.ok)
  const edited = parseEdits(plan, editedArgs, carried)
  // Its own only: a step may be called "constructor".
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
    throw invalid([{ path: '/edited_args', message: 'must be an object: step ids and their arguments' }])
  const progress = new PlanProgress(plan)
  for (const { unit, result } of carried) if (result) progress.record(unit, result)
  const issues = Object.entries(given).flatMap(([stepId, args]): Issue[] => {
    const path = `/edited_args/${stepId}`
    if (!plan.steps.some((step) => step.id === stepId)) return [{ path, message: 'there is no such step' }]
    if (!isObject(args)) return [{ path, message: 'must be an object' }]
    return progress.isDone(stepId) ? [{ path, message: 'this step is done, and will not run again' }] : []
  })
  if (issues.length > 0) throw invalid(issues)
  return { ...given } as Record<string, JsonObject>
}

function invalid(issues: Issue[]): AppError {
  return new AppError('INVALID_INPUT', { message: 'These arguments cannot be taken.', issues })
}
