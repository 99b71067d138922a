/**
 * The events of a plan run, which are computed as the difference of two states and not stored. After a reconnect a result may
 * arrive twice.
 */

import type { PublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import type { PublicToolResult } from '../../runs/model/tool-result.ts'
import type { PlanRunState, PlanRunView, PlanUnitView } from './plan-run-view.ts'

type UnitRef = { stepId: string; unit: string; attempt: number }

export type PlanEvent =
  | { type: 'run.waiting' | 'run.started' }
  | ({ type: 'step.started'; runId?: string } & UnitRef)
  | ({ type: 'step.progress'; progress: number; note?: string } & UnitRef)
  | ({ type: 'step.finished'; result: PublicToolResult } & UnitRef)
  | { type: 'run.finished'; state: PlanRunState; outputs?: JsonObject; error?: PublicError }

export type KnownPlanRun = Pick<PlanRunView, 'steps'> &
  Partial<Pick<PlanRunView, 'state' | 'startedAtMs' | 'endedAtMs'>>

/** Returns what happened between two states, in the order in which a client should apply it. */
export function listEventsBetween(before: KnownPlanRun, after: PlanRunView): PlanEvent[] {
  const isMoved = before.state !== after.state
  return [
    ...(isMoved && after.state === 'waiting' ? [{ type: 'run.waiting' as const }] : []),
    ...(after.startedAtMs !== undefined && before.startedAtMs === undefined
      ? [{ type: 'run.started' as const }]
      : []),
    ...listFinished(before, after),
    ...after.steps.flatMap(({ stepId, units }) =>
      units.flatMap((unit) => listActivity(stepId, findUnit(before, stepId, unit.unit), unit)),
    ),
    ...(after.endedAtMs !== undefined && before.endedAtMs === undefined ? [toFinishedEvent(after)] : []),
  ]
}

function listFinished(before: KnownPlanRun, after: PlanRunView): PlanEvent[] {
  const ended = after.steps.flatMap(({ stepId, units }) =>
    units.flatMap(({ unit, results }) => {
      const known = findUnit(before, stepId, unit)?.results.length ?? 0
      return results.slice(known).map((result) => ({ stepId, unit, attempt: result.attempt, result }))
    }),
  )
  return ended
    .sort((one, other) => one.result.endedAt - other.result.endedAt)
    .map((each) => ({ type: 'step.finished', ...each }))
}

function listActivity(stepId: string, before: PlanUnitView | undefined, after: PlanUnitView): PlanEvent[] {
  if (after.status !== 'running') return []
  const attempt = (after.results.at(-1)?.attempt ?? 0) + 1
  const unitRef = { stepId, unit: after.unit, attempt }
  const isNew = before?.status !== 'running' || before.results.length !== after.results.length
  const { progress, progressNote: note, runId } = after
  const isFarther = progress !== undefined && progress !== before?.progress
  return [
    ...(isNew ? [{ type: 'step.started' as const, ...unitRef, ...(runId && { runId }) }] : []),
    ...(isFarther ? [{ type: 'step.progress' as const, ...unitRef, progress, ...(note && { note }) }] : []),
  ]
}

function toFinishedEvent({ state, outputs, error }: PlanRunView): PlanEvent {
  return { type: 'run.finished', state, ...(outputs && { outputs }), ...(error && { error }) }
}

function findUnit(known: KnownPlanRun, stepId: string, unit: string): PlanUnitView | undefined {
  return known.steps.find((step) => step.stepId === stepId)?.units.find((each) => each.unit === unit)
}
