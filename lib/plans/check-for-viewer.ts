/** A plan checked as it would be for this caller: with what they may call, in their versions, at their price, by their policy. Floor 3. */
import type { Context } from '../context.ts'
import { type CheckedPlan, checkPlan } from '../contract/plan/check-plan.ts'
import { getPolicy } from './approval-policy.ts'
import { findPlanTools, toolNamesIn } from './find-plan-tools.ts'

/** Throws UNAUTHENTICATED for visitors; what is wrong with the plan is in the answer. */
export async function checkForViewer(ctx: Context, document: unknown): Promise<CheckedPlan> {
  const catalog = await findPlanTools(ctx, toolNamesIn(document))
  return checkPlan(document, catalog, await getPolicy(ctx))
}
