import type { Context } from '../context/context.ts'
import { requirePerson, requireViewer } from '../context/context.ts'
import { findNeedsError } from '../integrations/integration-needs.ts'
import { AppError, issuesUnder } from '../kernel/errors.ts'
import { digestOf } from '../kernel/json/digest-of.ts'
import type { Json } from '../kernel/json/json.ts'
import { checkPlanRun } from '../plans/check/check-plan-run.ts'
import { findNamedPlan } from '../plans/rows/saved-plan-rows.ts'
import { resolveRunnable } from '../runs/resolve/resolve-skill.ts'
import { checkRun, unsealFor } from '../runs/start/record-run.ts'

type SkillCall = { name: string; version?: string; input: Json; timeZone: string; maxPrice: string }

/**
 * Checks what a run of the skill would check, and returns nothing. Unless `isInputComplete`, missing fields are no error,
 * because the trigger supplies the rest. Throws the errors of `startRun`.
 */
export async function checkSkillCall(
  ctx: Context,
  { name, version, input, timeZone, maxPrice }: SkillCall,
  { isInputComplete }: { isInputComplete: boolean },
): Promise<void> {
  const runnable = await resolveRunnable(ctx, { name, version })
  const { skillSetId } = runnable
  const missing = skillSetId === null ? undefined : await findNeedsError(ctx.db, { ...runnable, skillSetId })
  if (missing) throw missing
  if (!isInputComplete) return
  const options = { args: input, timeZone, maxPrice, version }
  await checkRun(ctx, runnable, options, unsealFor(ctx, runnable)).catch(refuseInput)
}

/** Moves the paths of issues below "/input", which is the field of the automation. */
function refuseInput(thrown: unknown): never {
  const isOfInput =
    thrown instanceof AppError && ['INVALID_INPUT', 'MISSING_REQUIRED_PARAM'].includes(thrown.code)
  if (!isOfInput) throw thrown
  const { issues = [], ...options } = thrown.options
  throw new AppError(thrown.code, { ...options, cause: thrown, issues: issuesUnder('/input', issues) })
}

/**
 * Returns a digest if a person confirms the plan's changes. Throws NOT_FOUND, POLICY_DENIED for a key that confirms,
 * and as `checkPlanRun`.
 */
export async function checkPlanTarget(
  ctx: Context,
  { name, maxPrice, isConfirmed }: { name: string; maxPrice: string; isConfirmed: boolean },
): Promise<{ savedPlanId: string; confirmedDigest: string | null }> {
  const { organisationId } = requireViewer(ctx)
  const plan = await findNamedPlan(ctx.db, { organisationId, name })
  if (!plan) throw new AppError('NOT_FOUND', { message: `Your organisation has no plan called “${name}”.` })
  if (isConfirmed) requirePerson(ctx)
  await checkPlanRun(ctx, plan.document, { maxPrice })
  return { savedPlanId: plan.id, confirmedDigest: isConfirmed ? digestOf(plan.document) : null }
}
