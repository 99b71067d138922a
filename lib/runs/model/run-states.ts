import { pluralUpTo } from '../../kernel/text/plural.ts'

/** End states are final. See docs/spec/execution.md §1. */
export type RunState = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'timed_out' | 'cancelled'

// biome-ignore format: table
export const RUN_MOVES = {
  queued:    ['running', 'failed', 'cancelled'],
  running:   ['succeeded', 'partial', 'failed', 'timed_out', 'cancelled'],
  succeeded: [],
  partial:   [],
  failed:    [],
  timed_out: [],
  cancelled: [],
} as const satisfies Record<RunState, readonly RunState[]>

export const RUN_LABELS = {
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Succeeded',
  partial: 'Partial success',
  failed: 'Failed',
  timed_out: 'Timed out',
  cancelled: 'Cancelled',
} as const satisfies Record<RunState, string>

export function isEnded(state: RunState): boolean {
  return RUN_MOVES[state].length === 0
}

/** Counting stops here, because an organisation may have millions of runs. */
export const MAX_COUNTED_RUNS = 1_000

/** Returns "12 runs", or "more than 1,000 runs". */
export function formatRunCount(count: number, one = 'run', many = 'runs'): string {
  return pluralUpTo(MAX_COUNTED_RUNS, count, one, many)
}
