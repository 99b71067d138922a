import type { PlanRunState, PlanStepStatus } from '#lib/plans/views/plan-run-view.ts'
import type { BadgeVariant } from '../../ui/badge.tsx'

type Shown = { label: string; variant: BadgeVariant }

// biome-ignore format: a table reads in rows
export const PLAN_STATES = {
  waiting:   { label: 'Needs confirmation', variant: 'warning' },
  queued:    { label: 'Queued',          variant: 'neutral' },
  running:   { label: 'Running',         variant: 'info' },
  succeeded: { label: 'Succeeded',       variant: 'success' },
  failed:    { label: 'Failed',          variant: 'destructive' },
  cancelled: { label: 'Cancelled',       variant: 'neutral' },
} as const satisfies Record<PlanRunState, Shown>

// biome-ignore format: a table reads in rows
const STEP_STATES = {
  waiting:   { label: 'Waiting',     variant: 'neutral' },
  running:   { label: 'Running',     variant: 'info' },
  retrying:  { label: 'Retrying', variant: 'warning' },
  ok:        { label: 'Done',        variant: 'success' },
  error:     { label: 'Failed',      variant: 'destructive' },
  timeout:   { label: 'Timed out',   variant: 'destructive' },
  cancelled: { label: 'Cancelled',   variant: 'neutral' },
  skipped:   { label: 'Skipped',     variant: 'warning' },
} as const satisfies Record<PlanStepStatus, Shown>

/** Waiting steps never start then. */
export function stepState(status: PlanStepStatus, isOver: boolean): Shown {
  return isOver && status === 'waiting' ? { label: 'Not run', variant: 'neutral' } : STEP_STATES[status]
}

export function isPlanOver(state: PlanRunState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled'
}
