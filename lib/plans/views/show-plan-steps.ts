import { toPublicToolResult } from '../../runs/model/tool-result.ts'
import { previewForStep } from '../model/checks/check-previews.ts'
import { type PlanDocument, type PlanStep, resolvePolicy } from '../model/document/plan-document.ts'
import { nextAttempt } from '../model/progress/next-attempt.ts'
import { PlanProgress, type Unit } from '../model/progress/plan-progress.ts'
import type { ActiveRun, PlanAttemptRow } from '../rows/plan-attempts.ts'
import { builtInPlanTools } from '../tools/find-plan-tools.ts'
import type { PlanStepStatus, PlanStepView, PlanUnitView } from './plan-run-view.ts'

/** Returns the steps with their units and results. `active` are the runs under way, with their progress. */
export function showPlanSteps(
  plan: PlanDocument,
  attempts: readonly PlanAttemptRow[],
  { isOver, active }: { isOver: boolean; active: readonly ActiveRun[] },
): PlanStepView[] {
  return addProgress(listSteps(plan, attempts, isOver), active)
}

function listSteps(plan: PlanDocument, attempts: readonly PlanAttemptRow[], isOver: boolean): PlanStepView[] {
  const progress = new PlanProgress(plan)
  for (const { unit, result } of attempts) if (result) progress.record(unit, result)
  const byUnit = Map.groupBy(attempts, ({ unit }) => unit)
  const byStep = Map.groupBy(attempts, ({ stepId }) => stepId)
  return plan.steps.map((step) => {
    const own = byStep.get(step.id) ?? []
    const units = unitsToShow(progress, step, own).map((unit) =>
      showUnit(plan, step, unit, byUnit.get(unit.key) ?? [], isOver),
    )
    const results = own
      .flatMap(({ result }) => (result ? toPublicToolResult(result) : []))
      .sort((one, other) => one.endedAt - other.endedAt)
    return {
      stepId: step.id,
      tool: step.tool,
      preview: previewForStep(step, builtInPlanTools()),
      status: statusOfStep(units, step, { isOver, isDone: progress.isDone(step.id) }),
      units,
      results,
      runIds: own.flatMap(({ runId }) => runId ?? []),
      isCarriedOver: own.length > 0 && own.every(({ isCarriedOver }) => isCarriedOver),
    }
  })
}

function unitsToShow(
  progress: PlanProgress,
  { id }: PlanStep,
  own: readonly PlanAttemptRow[],
): readonly Unit[] {
  const units = progress.unitsOf(id)
  if (units.length > 0) return units
  const keys = new Map(own.map(({ unit, index }) => [unit, index]))
  return [...keys].map(([key, index]) => ({ key, stepId: id, ...(index !== null && { index }) }))
}

function showUnit(
  plan: PlanDocument,
  step: PlanStep,
  { key, index }: Unit,
  attempts: readonly PlanAttemptRow[],
  isOver: boolean,
): PlanUnitView {
  const results = attempts.flatMap(({ result }) => result ?? [])
  const unfinished = attempts.find(({ result }) => result === null)
  return {
    unit: key,
    ...(index !== undefined && { index }),
    status: statusOf(),
    results: results.map(toPublicToolResult),
    ...(unfinished?.runId && !isOver && { runId: unfinished.runId }),
  }

  function statusOf(): PlanStepStatus {
    if (unfinished) return isOver ? 'cancelled' : 'running'
    const last = results.at(-1)
    if (!last) return 'waiting'
    const next = nextAttempt(results, resolvePolicy(plan, step))
    if ('attempt' in next) return isOver ? last.status : 'retrying'
    return next.over === 'skipped' ? 'skipped' : last.status
  }
}

/** The status of a step is the first of these that one of its units has. */
const STATUS_PRECEDENCE: readonly PlanStepStatus[] = [
  'running',
  'retrying',
  'error',
  'timeout',
  'cancelled',
  'waiting',
  'ok',
]

function statusOfStep(
  units: readonly PlanUnitView[],
  { foreach }: PlanStep,
  { isOver, isDone }: { isOver: boolean; isDone: boolean },
): PlanStepStatus {
  if (units.length === 0 && isDone) return 'ok'
  const statuses = new Set(units.map(({ status }) => status))
  // If the plan is over, units that wait never run.
  if (statuses.has('waiting') && (statuses.has('ok') || statuses.has('skipped')))
    statuses.add(isOver ? 'cancelled' : 'running')
  const strongest = STATUS_PRECEDENCE.find((status) => statuses.has(status))
  return strongest ?? (statuses.has('skipped') && (!foreach || units.length > 0) ? 'skipped' : 'waiting')
}

function addProgress(steps: PlanStepView[], active: readonly ActiveRun[]): PlanStepView[] {
  if (active.length === 0) return steps
  const known = new Map(active.map((run) => [run.runId, run]))
  return steps.map((step) => ({
    ...step,
    units: step.units.map((unit) => {
      const { progress, progressNote } = known.get(unit.runId ?? '') ?? {}
      return {
        ...unit,
        ...(typeof progress === 'number' && { progress }),
        ...(typeof progressNote === 'string' && { progressNote }),
      }
    }),
  }))
}
