/** From a stored plan run and its attempts to what may be shown of it. Floor 3. */
import type { JsonObject } from '../contract/json/json.ts'
import { amountOf } from '../contract/money/money.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import type { GoingRun, PlanAttemptRow } from '../db/plan-attempts.ts'
import type { PlanRunLineRow, PlanRunRow } from '../db/plan-runs.ts'
import type { PublicError } from '../errors.ts'
import type { PlanRunLine, PlanRunView, PlanVerdict } from './plan-run-view.ts'
import { showPlanSteps } from './show-plan-steps.ts'

export type PlanRunExtras = {
  canManage: boolean
  chargedMicros: bigint
  /** Files of the vault, and they are still as it left them. */
  hasChanged: boolean
  /** A person, not a key. */
  isPerson: boolean
  /** How far those are that are under way. */
  going: readonly GoingRun[]
  /** The one that goes on from it. */
  resumedById: string | null
}

export function showPlanRun(
  row: PlanRunRow,
  attempts: readonly PlanAttemptRow[],
  { canManage, chargedMicros, hasChanged, isPerson, going, resumedById }: PlanRunExtras,
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
    ...(resumedById !== null && { resumedById }),
    ...(row.editedArgs !== null && { editedArgs: row.editedArgs as Record<string, JsonObject> }),
    steps: showPlanSteps(plan, attempts, { isOver, going }),
    ...(row.outputs !== null && { outputs: row.outputs as JsonObject }),
    ...(row.error !== null && { error: row.error as unknown as PublicError }),
    ...(row.failedStepId && { failedStepId: row.failedStepId }),
    ...(chargedMicros > 0n && { charged: amountOf(chargedMicros) }),
    canConfirm: row.state === 'waiting' && canManage && isPerson,
    canCancel: !isOver && canManage,
    canResume: isBroken && !row.dryRun && canManage && resumedById === null,
    canUndo: isOver && canManage && hasChanged,
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
    doneCount: row.doneCount,
  }
}
