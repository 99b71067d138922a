/** What a call of a plan needs before it is made: its tool, its arguments with values in them, and leave to run. Floor 3. */
import type { JsonObject } from '../contract/json/json.ts'
import { paths } from '../contract/market/paths.ts'
import type { PlanStep } from '../contract/plan/plan-document.ts'
import { MAX_ITEMS, type Unit } from '../contract/plan/plan-progress.ts'
import type { PlanTool } from '../contract/plan/plan-tool.ts'
import { resolveReferences } from '../contract/plan/resolve-references.ts'
import { AppError, type Issue } from '../errors.ts'
import { findPolicy } from './approval-policy.ts'
import type { ActingContext } from './context-of-plan.ts'
import { hasHoles, whyNotInFront } from './dry-run-skips.ts'
import { findPlanTools } from './find-plan-tools.ts'
import { judgeCall } from './judge-call.ts'
import type { PlanWork } from './plan-work.ts'

export type Prepared = { step: PlanStep; args: JsonObject; tool: PlanTool | undefined }

/**
 * Throws INVALID_INPUT for references to what is not there, and POLICY_DENIED for what the approval policy says no to
 * now that the arguments are known. A step that needs what was skipped is skipped too; in a dry run also when it was
 * skipped for some items only, or when the file that it would work in was not opened.
 */
export async function prepareUnit(
  acting: ActingContext,
  work: PlanWork,
  unit: Unit,
): Promise<Prepared | { skip: string }> {
  const step = work.plan.steps.find(({ id }) => id === unit.stepId)
  if (!step) throw new AppError('INVALID_INPUT', { message: `There is no step “${unit.stepId}”.` })
  const notInFront = whyNotInFront(work, step)
  if (notInFront !== undefined) return { skip: notInFront }
  const isLacking = (id: string) => work.progress.isSkipped(id) || hasHoles(work, id)
  const skipped = work.progress.dependenciesOf(step.id).filter(isLacking)
  const skip = `It needs what “${skipped[0]}” would have given, which was skipped.`
  const noList = step.foreach && unit.index === undefined ? whyNoList(step, work) : undefined
  if (noList) {
    if (noList.issues && skipped.length > 0) return { skip }
    throw new AppError('INVALID_INPUT', noList)
  }
  const tool = await toolOf(acting, work, step.tool)
  const { value, issues } = resolveReferences(step.args, work.progress.scopeOf(unit), tool?.inputSchema)
  if (value === undefined) {
    if (skipped.length > 0) return { skip }
    throw new AppError('INVALID_INPUT', { message: 'Its arguments refer to what is not there.', issues })
  }
  await requireLeave(acting, work, { step, tool, args: value })
  return { step, args: value, tool }
}

/** The same for all its calls: one plan run judges and calls one version. */
async function toolOf(
  acting: ActingContext,
  { tools }: PlanWork,
  name: string,
): Promise<PlanTool | undefined> {
  const known = tools.get(name) ?? (await findPlanTools(acting, [name])).get(name)
  if (known) tools.set(name, known)
  return known
}

function whyNoList(
  { foreach }: PlanStep,
  { progress }: PlanWork,
): { message: string; issues?: Issue[] } | undefined {
  const { value, issues } = resolveReferences(foreach?.from ?? null, progress.scopeOf())
  if (value === undefined) return { message: 'The list to go through is not there.', issues }
  if (!Array.isArray(value)) return { message: 'What it should go through is no list.' }
  if (value.length <= MAX_ITEMS) return undefined
  return { message: `A step goes through ${MAX_ITEMS} items at most, and these are ${value.length}.` }
}

/** Asked anew at each call: references may stand for paths, and the policy may have changed meanwhile. */
async function requireLeave(
  acting: ActingContext,
  { row }: PlanWork,
  { step, tool, args }: Prepared,
): Promise<void> {
  const policy = await findPolicy(acting.db, row.organisationId)
  const judged = await judgeCall(acting, policy, {
    name: step.tool,
    tool,
    args,
    isResolved: true,
    dryRun: row.dryRun,
  })
  if (judged.verdict === 'deny')
    throw new AppError('POLICY_DENIED', {
      message: `The approval policy of your organisation says no: ${judged.reason}.`,
      href: paths.planPolicy,
    })
  if (judged.verdict === 'ask' && !row.confirmedAt)
    throw new AppError('POLICY_DENIED', { message: `Nobody has confirmed this step: ${judged.reason}.` })
}
