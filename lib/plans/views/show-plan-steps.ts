import { toPublicToolResult } from '../../runs/model/tool-result.ts'
import { previewForStep } from '../model/checks/check-previews.ts'
import { type PlanDocument, type PlanStep, policyOf } from '../model/document/plan-document.ts'
import { nextAttempt } from '../model/progress/next-attempt.ts'
import { PlanProgress, type Unit } from '../model/progress/plan-progress.ts'
import type { ActiveRun, PlanAttemptRow } from '../rows/plan-attempts.ts'
import { builtInPlanTools } from '../tools/find-plan-tools.ts'
import type { PlanStepStatus, PlanStepView, PlanUnitView } from './plan-run-view.ts'

export function showPlanSteps(
  plan: PlanDocument,
  attempts: readonly PlanAttemptRow[],
  { isOver, going }: { isOver: boolean; going: readonly ActiveRun[] },
): PlanStepView[] {
  return withProgress(stepsOf(plan, attempts, isOver), going)
}

function stepsOf(plan: PlanDocument, attempts: readonly PlanAttemptRow[], isOver: boolean): PlanStepView[] {
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
  const going = attempts.find(({ result }) => result === null)
  return {
    unit: key,
    ...(index !== undefined && { index }),
    status: statusOf(),
    results: results.map(toPublicToolResult),
    ...(going?.runId && !isOver && { runId: going.runId }),
  }

  function statusOf(): PlanStepStatus {
    if (going) return isOver ? 'cancelled' : 'running'
    const last = results.at(-1)
    if (!last) return 'waiting'
    const next = nextAttempt(results, policyOf(plan, step))
    if ('attempt' in next) return isOver ? last.status : 'retrying'
    return next.over === 'skipped' ? 'skipped' : last.status
  }
}

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
  // Waiting units then never run.
  if (statuses.has('waiting') && (statuses.has('ok') || statuses.has('skipped')))
    statuses.add(isOver ? 'cancelled' : 'running')
  const loudest = STATUS_PRECEDENCE.find((status) => statuses.has(status))
  return loudest ?? (statuses.has('skipped') && (!foreach || units.length > 0) ? 'skipped' : 'waiting')
}

function withProgress(steps: PlanStepView[], going: readonly ActiveRun[]): PlanStepView[] {
  if (going.length === 0) return steps
  const known = new Map(going.map((run) => [run.runId, run]))
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
