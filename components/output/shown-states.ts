import { RUN_LABELS, type RunState } from '#lib/runs/model/run-states.ts'
import type { BadgeVariant } from '../ui/badge.tsx'

/** How the state of a run, a plan, a step or an automation is shown. */
export type ShownState = { label: string; variant: BadgeVariant }

// biome-ignore format: table
export const RUN_STATES = {
  queued:    { label: RUN_LABELS.queued,    variant: 'neutral' },
  running:   { label: RUN_LABELS.running,   variant: 'info' },
  succeeded: { label: RUN_LABELS.succeeded, variant: 'success' },
  partial:   { label: RUN_LABELS.partial,   variant: 'warning' },
  failed:    { label: RUN_LABELS.failed,    variant: 'destructive' },
  timed_out: { label: RUN_LABELS.timed_out, variant: 'destructive' },
  cancelled: { label: RUN_LABELS.cancelled, variant: 'neutral' },
} as const satisfies Record<RunState, ShownState>

export const NEEDS_CONFIRMATION: ShownState = { label: 'Needs confirmation', variant: 'warning' }
export const WAITING: ShownState = { label: 'Waiting', variant: 'neutral' }
export const SKIPPED: ShownState = { label: 'Skipped', variant: 'warning' }
