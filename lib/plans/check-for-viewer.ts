/** A plan checked as it would be for this caller: with what they may call, in their versions, at their price. Floor 3. */
import type { Context } from '../context.ts'
import { type CheckedPlan, checkPlan } from '../contract/plan/check-plan.ts'
import { findPlanTools, toolNamesIn } from './find-plan-tools.ts'

/** Throws UNAUTHENTICATED for visitors; what is wrong with the plan is in the answer. */
export async function checkForViewer(ctx: Context, document: unknown): Promise<CheckedPlan> {
  return checkPlan(document, await findPlanTools(ctx, toolNamesIn(document)))
}
