/** From a stored plan run and its attempts to what may be shown of it. Floor 3. */
import type { JsonObject } from '../contract/json/json.ts'
import { amountOf } from '../contract/money/money.ts'
import { nextAttempt } from '../contract/plan/next-attempt.ts'
import type { PlanDocument, PlanStep } from '../contract/plan/plan-document.ts'
import { PlanProgress, type Unit } from '../contract/plan/plan-progress.ts'
import type { PlanCatalog } from '../contract/plan/plan-tool.ts'
import { previewOf } from '../contract/plan/previews.ts'
import { policyOf } from '../contract/plan/step-policy.ts'
import type { GoingRun, PlanAttemptRow } from '../db/plan-attempts.ts'
import type { PlanRunLineRow, PlanRunRow } from '../db/plan-runs.ts'
import type { PublicError } from '../errors.ts'
import { houseTools } from './find-plan-tools.ts'
import type {
  PlanRunLine,
  PlanRunView,
  PlanStepStatus,
  PlanStepView,
  PlanUnitView,
  PlanVerdict,
} from './plan-run-view.ts'

export type PlanRunExtras = {
  canManage: boolean
  chargedMicros: bigint
  /** A person, not a key. */
  isPerson: boolean
  /** How far those are that are under way. */
  going: readonly GoingRun[]
}

export function showPlanRun(
  row: PlanRunRow,
  attempts: readonly PlanAttemptRow[],
  { canManage, chargedMicros, isPerson, going }: PlanRunExtras,
): PlanRunView {
  // The JSON columns hold what this folder wrote into them.
  const plan = row.document as unknown as PlanDocument
  const isOver = row.endedAt !== null
  const isBroken = row.state === 'failed' || row.state === 'cancelled'
  return {
    id: row.id,
    state: row.state,
    plan,
    ...(row.savedPlanId && { savedPlanId: row.savedPlanId }),
    dryRun: row.dryRun,
    userName: row.user.name,
    verdicts: row.verdicts as unknown as PlanVerdict[],
    ...(row.confirmedByName && { confirmedBy: row.confirmedByName }),
    ...(row.confirmedAt && { confirmedAtMs: row.confirmedAt.getTime() }),
    ...(row.resumedFromId && { resumedFromId: row.resumedFromId }),
    ...(row.editedArgs !== null && { editedArgs: row.editedArgs as Record<string, JsonObject> }),
    steps: withProgress(stepsOf(plan, attempts, isOver), going),
    ...(row.outputs !== null && { outputs: row.outputs as JsonObject }),
    ...(row.error !== null && { error: row.error as unknown as PublicError }),
    ...(row.failedStepId && { failedStepId: row.failedStepId }),
    ...(chargedMicros > 0n && { charged: amountOf(chargedMicros) }),
    canConfirm: row.state === 'waiting' && canManage && isPerson,
    canCancel: !isOver && canManage,
    canResume: isBroken && !row.dryRun && canManage,
    canUndo: isOver && !row.dryRun && canManage && attempts.some(hasChangedFiles),
    revision: row.revision,
    createdAtMs: row.createdAt.getTime(),
    ...(row.startedAt && { startedAtMs: row.startedAt.getTime() }),
    ...(row.endedAt && { endedAtMs: row.endedAt.getTime() }),
  }
}

export function showPlanRunLine(row: PlanRunLineRow): PlanRunLine {
  const plan = row.document as unknown as PlanDocument
  return {
    id: row.id,
    state: row.state,
    ...(row.savedPlanId && { savedPlanId: row.savedPlanId }),
    dryRun: row.dryRun,
    userName: row.user.name,
    ...(row.error !== null && { error: row.error as unknown as PublicError }),
    createdAtMs: row.createdAt.getTime(),
    ...(row.endedAt && { endedAtMs: row.endedAt.getTime() }),
    goal: plan.goal,
    stepCount: plan.steps.length,
    doneCount: new Set(row.attempts.map(({ stepId }) => stepId)).size,
  }
}

let tools: PlanCatalog | undefined
/** They never change while a process lives. */
function house(): PlanCatalog {
  tools ??= houseTools()
  return tools
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
      .flatMap(({ result }) => result ?? [])
      .sort((one, other) => one.endedAt - other.endedAt)
    return {
      stepId: step.id,
      tool: step.tool,
      preview: previewOf(step, house()),
      status: statusOfStep(units, step),
      units,
      results,
      runIds: own.flatMap(({ runId }) => runId ?? []),
      isCarriedOver: own.length > 0 && own.every(({ isCarried }) => isCarried),
    }
  })
}

/** Also what was done before its plan was cut short. */
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
    results,
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

/** The first that says something, from what most has to be said. */
const LOUDEST: readonly PlanStepStatus[] = [
  'running',
  'retrying',
  'error',
  'timeout',
  'cancelled',
  'waiting',
  'ok',
]

function statusOfStep(units: readonly PlanUnitView[], { foreach }: PlanStep): PlanStepStatus {
  const said = new Set(units.map(({ status }) => status))
  if (said.has('waiting') && (said.has('ok') || said.has('skipped'))) said.add('running')
  const loudest = LOUDEST.find((status) => said.has(status))
  return loudest ?? (said.has('skipped') && (!foreach || units.length > 0) ? 'skipped' : 'waiting')
}

function withProgress(steps: PlanStepView[], going: readonly GoingRun[]): PlanStepView[] {
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

function hasChangedFiles({ result }: PlanAttemptRow): boolean {
  const { created, modified, deleted, renamed } = result?.effects ?? {}
  return [created, modified, deleted, renamed].some((each) => each !== undefined && each.length > 0)
}
