/**
 * What happened to a plan run between two looks at it, one thing at a time. Floor 3, pure.
 *
 * Nothing of it is kept: whoever comes late is told of everything that is done; whoever comes back, of what ended since,
 * and again of what goes on. A result may come twice after a break: its unit and attempt tell. Source: specification "First-party tools and plans", Plan, Run (events).
 */
import type { JsonObject } from '../contract/json/json.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'
import type { PublicError } from '../errors.ts'
import type { PlanRunState, PlanRunView, PlanUnitView } from './plan-run-view.ts'

type OfUnit = { stepId: string; unit: string; attempt: number }

export type PlanEvent =
  | { type: 'run.waiting' | 'run.started' }
  | ({ type: 'step.started'; runId?: string } & OfUnit)
  | ({ type: 'step.progress'; progress: number; note?: string } & OfUnit)
  | ({ type: 'step.finished'; result: ToolResult } & OfUnit)
  | { type: 'run.finished'; state: PlanRunState; outputs?: JsonObject; error?: PublicError }

/** As much of a plan run as somebody has been told: nothing but results, by who comes back. */
export type Heard = Pick<PlanRunView, 'steps'> &
  Partial<Pick<PlanRunView, 'state' | 'startedAtMs' | 'endedAtMs'>>

/** In the order in which they make sense: results in the order in which they ended. */
export function eventsBetween(before: Heard, after: PlanRunView): PlanEvent[] {
  const isMoved = before.state !== after.state
  return [
    ...(isMoved && after.state === 'waiting' ? [{ type: 'run.waiting' as const }] : []),
    ...(after.startedAtMs !== undefined && before.startedAtMs === undefined
      ? [{ type: 'run.started' as const }]
      : []),
    ...finishedBetween(before, after),
    ...after.steps.flatMap(({ stepId, units }) =>
      units.flatMap((unit) => goingOf(stepId, unitOf(before, stepId, unit.unit), unit)),
    ),
    ...(after.endedAtMs !== undefined && before.endedAtMs === undefined ? [ending(after)] : []),
  ]
}

function finishedBetween(before: Heard, after: PlanRunView): PlanEvent[] {
  const ended = after.steps.flatMap(({ stepId, units }) =>
    units.flatMap(({ unit, results }) => {
      const known = unitOf(before, stepId, unit)?.results.length ?? 0
      return results.slice(known).map((result) => ({ stepId, unit, attempt: result.attempt, result }))
    }),
  )
  return ended
    .sort((one, other) => one.result.endedAt - other.result.endedAt)
    .map((each) => ({ type: 'step.finished', ...each }))
}

function goingOf(stepId: string, before: PlanUnitView | undefined, after: PlanUnitView): PlanEvent[] {
  if (after.status !== 'running') return []
  const attempt = (after.results.at(-1)?.attempt ?? 0) + 1
  const place = { stepId, unit: after.unit, attempt }
  const isNew = before?.status !== 'running' || before.results.length !== after.results.length
  const { progress, progressNote: note, runId } = after
  const isFarther = progress !== undefined && progress !== before?.progress
  return [
    ...(isNew ? [{ type: 'step.started' as const, ...place, ...(runId && { runId }) }] : []),
    ...(isFarther ? [{ type: 'step.progress' as const, ...place, progress, ...(note && { note }) }] : []),
  ]
}

function ending({ state, outputs, error }: PlanRunView): PlanEvent {
  return { type: 'run.finished', state, ...(outputs && { outputs }), ...(error && { error }) }
}

function unitOf(heard: Heard, stepId: string, unit: string): PlanUnitView | undefined {
  return heard.steps.find((step) => step.stepId === stepId)?.units.find((each) => each.unit === unit)
}
