/**
 * What a step of a dry run cannot find because nothing was made. Floor 3, pure.
 *
 * A dry run tells what would happen. A step that works on what an earlier one would have made has nothing to work on,
 * which is no failure of the plan: it is skipped. Source: specification "First-party tools and plans", Plan, Run.
 */
import type { PlanStep } from '../contract/plan/plan-document.ts'
import type { PlanProgress } from '../contract/plan/plan-progress.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'
import type { PlanWork } from './plan-work.ts'

type Rehearsed = { progress: PlanProgress; row: Pick<PlanWork['row'], 'dryRun'> }

const OPENS = 'workspace.openFile'
/** They work on whatever is in front, and their arguments do not say what that is. */
const worksInFront = (tool: string) => tool.startsWith('editor.') || tool === 'workspace.getContext'

/** Why a call that ended with `result` counts as skipped; undefined when it counts as it ended. */
export function whySkippedInDryRun(
  { progress, row }: Rehearsed,
  stepId: string,
  result: ToolResult,
): string | undefined {
  if (!row.dryRun || result.error?.code !== 'NOT_FOUND') return undefined
  const maker = before(progress, stepId).find((id) => resultsOf(progress, id).some(wouldChange))
  return maker === undefined ? undefined : `It would work on what “${maker}” would have made.`
}

/** Why a step cannot be rehearsed whose file would be in front: opening it was skipped. Undefined when it can. */
export function whyNotInFront({ plan, progress, row }: Rehearsed & Pick<PlanWork, 'plan'>, step: PlanStep) {
  if (!row.dryRun || !worksInFront(step.tool)) return undefined
  const opens = (id: string) => plan.steps.some((each) => each.id === id && each.tool === OPENS)
  const opener = before(progress, step.id).find(opens)
  const isUnopened = opener !== undefined && resultsOf(progress, opener).at(-1)?.status === 'skipped'
  return isUnopened ? `It would work in the file that “${opener}” would have opened.` : undefined
}

/** Some items of a step were skipped: its output has holes. */
export function hasHoles({ progress, row }: Rehearsed, stepId: string): boolean {
  return row.dryRun && resultsOf(progress, stepId).some(({ status }) => status === 'skipped')
}

/** All that a step waits for, the nearest first. */
function before(progress: PlanProgress, stepId: string): string[] {
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
