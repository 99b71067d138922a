import type { PlanRunState, PlanStepStatus } from '#lib/plans/views/plan-run-view.ts'
import {
  NEEDS_CONFIRMATION,
  RUN_STATES,
  type ShownState,
  SKIPPED,
  WAITING,
} from '../../output/shown-states.ts'

const { queued, running, succeeded, failed, timed_out, cancelled } = RUN_STATES

export const PLAN_STATES: Record<PlanRunState, ShownState> = {
  waiting: NEEDS_CONFIRMATION,
  queued,
  running,
  succeeded,
  failed,
  cancelled,
}

const STEP_STATES: Record<PlanStepStatus, ShownState> = {
  waiting: WAITING,
  running,
  retrying: { label: 'Retrying', variant: 'warning' },
  ok: { label: 'Done', variant: 'success' },
  error: failed,
  timeout: timed_out,
  cancelled,
  skipped: SKIPPED,
}

/** Returns how the state of a step is shown. A step that still waits when the run is over will never start. */
export function stepState(status: PlanStepStatus, isOver: boolean): ShownState {
  return isOver && status === 'waiting' ? { label: 'Not run', variant: 'neutral' } : STEP_STATES[status]
}

export function isPlanOver(state: PlanRunState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled'
}
