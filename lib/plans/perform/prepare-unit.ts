import { AppError, type Issue } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { paths } from '../../kernel/site/paths.ts'
import type { ToolResult } from '../../runs/model/tool-result.ts'
import type { RunContext } from '../../runs/resolve/create-run-context.ts'
import { judgeCall } from '../check/judge-call.ts'
import { findPolicy } from '../check/plan-policy.ts'
import type { PlanStep } from '../model/document/plan-document.ts'
import type { PlanTool } from '../model/document/plan-tool.ts'
import { MAX_FOREACH_ITEMS, type PlanProgress, type Unit } from '../model/progress/plan-progress.ts'
import { resolveReferences } from '../model/progress/resolve-references.ts'
import { findPlanTools } from '../tools/find-plan-tools.ts'
import type { PlanWork } from './perform-plan.ts'

export type PreparedUnit = { step: PlanStep; args: JsonObject; tool: PlanTool | undefined }

/**
 * Returns a skip if it depends on something skipped; in a dry run also if some items were skipped or its file was not
 * opened. Throws INVALID_INPUT for invalid references and POLICY_DENIED.
 */
export async function prepareUnit(
  acting: RunContext,
  work: PlanWork,
  unit: Unit,
): Promise<PreparedUnit | { skip: string }> {
  const step = work.plan.steps.find(({ id }) => id === unit.stepId)
  if (!step) throw new AppError('INVALID_INPUT', { message: `There is no step “${unit.stepId}”.` })
  const notInFront = unopenedFileReason(work, step)
  if (notInFront !== undefined) return { skip: notInFront }
  const lacksResult = (id: string) => work.progress.isSkipped(id) || hasSkippedItems(work, id)
  const skipped = work.progress.dependenciesOf(step.id).filter(lacksResult)
  const skip = `It needs the result of “${skipped[0]}”, which was skipped.`
  const noList = step.foreach && unit.index === undefined ? listError(step, work) : undefined
  if (noList) {
    if (noList.issues && skipped.length > 0) return { skip }
    throw new AppError('INVALID_INPUT', noList)
  }
  const tool = await toolOf(acting, work, step.tool)
  const { value, issues } = resolveReferences(step.args, work.progress.scopeOf(unit), tool?.inputSchema)
  if (value === undefined) {
    if (skipped.length > 0) return { skip }
    throw new AppError('INVALID_INPUT', {
      message: 'Its arguments refer to values that do not exist.',
      issues,
    })
  }
  await requirePolicyAllows(acting, work, { step, tool, args: value })
  return { step, args: value, tool }
}

async function toolOf(acting: RunContext, { tools }: PlanWork, name: string): Promise<PlanTool | undefined> {
  const known = tools.get(name) ?? (await findPlanTools(acting, [name])).get(name)
  if (known) tools.set(name, known)
  return known
}

function listError(
  { foreach }: PlanStep,
  { progress }: PlanWork,
): { message: string; issues?: Issue[] } | undefined {
  const { value, issues } = resolveReferences(foreach?.from ?? null, progress.scopeOf())
  if (value === undefined) return { message: 'The list for foreach does not exist.', issues }
  if (!Array.isArray(value)) return { message: 'The value for foreach is not a list.' }
  if (value.length <= MAX_FOREACH_ITEMS) return undefined
  return {
    message: `A step can process at most ${MAX_FOREACH_ITEMS} items, and this list has ${value.length}.`,
  }
}

/** Checks each call, since references resolve to paths, and the policy may have changed. */
async function requirePolicyAllows(
  acting: RunContext,
  { row }: PlanWork,
  { step, tool, args }: PreparedUnit,
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
      message: `Your organisation’s approval policy does not allow this: ${judged.reason}.`,
      href: paths.planPolicy,
    })
  if (judged.verdict === 'ask' && !row.confirmedAt)
    throw new AppError('POLICY_DENIED', { message: `This step has not been confirmed: ${judged.reason}.` })
}

type DryRunState = { progress: PlanProgress; row: Pick<PlanWork['row'], 'dryRun'> }

const OPEN_TOOL = 'workspace.openFile'

/** These tools use the active tab, which their arguments do not name. */
const usesActiveEditor = (tool: string) => tool.startsWith('editor.') || tool === 'workspace.getContext'

/** Returns a reason if an earlier step did not create what it needs: docs/spec/tools-and-plans.md §3. */
export function dryRunSkipReason(
  { progress, row }: DryRunState,
  stepId: string,
  result: ToolResult,
): string | undefined {
  if (!row.dryRun || result.error?.code !== 'NOT_FOUND') return undefined
  const maker = listAllDependencies(progress, stepId).find((id) => resultsOf(progress, id).some(wouldChange))
  return maker === undefined
    ? undefined
    : `It depends on the result of “${maker}”, which a dry run does not create.`
}

function unopenedFileReason({ plan, progress, row }: DryRunState & Pick<PlanWork, 'plan'>, step: PlanStep) {
  if (!row.dryRun || !usesActiveEditor(step.tool)) return undefined
  const opens = (id: string) => plan.steps.some((each) => each.id === id && each.tool === OPEN_TOOL)
  const opener = listAllDependencies(progress, step.id).find(opens)
  const isUnopened = opener !== undefined && resultsOf(progress, opener).at(-1)?.status === 'skipped'
  return isUnopened
    ? `It depends on the file that “${opener}” opens, which a dry run does not do.`
    : undefined
}

function hasSkippedItems({ progress, row }: DryRunState, stepId: string): boolean {
  return row.dryRun && resultsOf(progress, stepId).some(({ status }) => status === 'skipped')
}

function listAllDependencies(progress: PlanProgress, stepId: string): string[] {
  const found = new Set(progress.dependenciesOf(stepId))
  for (const id of found) for (const further of progress.dependenciesOf(id)) found.add(further)
  return [...found]
}

function resultsOf(progress: PlanProgress, stepId: string): ToolResult[] {
  return progress.unitsOf(stepId).flatMap(({ key }) => progress.resultsOf(key).at(-1) ?? [])
}

function wouldChange({ ok, effects = {} }: ToolResult): boolean {
  return ok && Object.values(effects).some((changes) => changes.length > 0)
}
