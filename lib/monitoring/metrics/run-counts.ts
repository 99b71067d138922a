/** Counts of this process, until added to the installation's. */
import type { ErrorCode } from '../../kernel/errors.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import type { RunState } from '../../runs/model/run-states.ts'

/** Milliseconds; longer runs are counted last. */
const DURATION_BOUNDS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000]

export type RunCounts = { succeeded: number; failed: number; faults: number; durations: number[] }

/** This server is to blame. */
const FAULTS: readonly (ErrorCode | 'none')[] = ['INTERNAL_ERROR', 'TOOL_NOT_AVAILABLE']

const emptyCounts = (): RunCounts => ({
  succeeded: 0,
  failed: 0,
  faults: 0,
  durations: Array(DURATION_BOUNDS.length + 1).fill(0),
})

const current = oncePerProcess('run counts', () => ({ counts: emptyCounts() }))

/** Cancelled runs are not counted. */
export function addRunCount(state: RunState, code: ErrorCode | 'none', durationMs: number | null): void {
  if (state === 'cancelled') return
  const { counts } = current
  if (state === 'succeeded' || state === 'partial') counts.succeeded += 1
  else if (FAULTS.includes(code)) counts.faults += 1
  else counts.failed += 1
  if (durationMs === null) return
  const slot = DURATION_BOUNDS.findIndex((bound) => durationMs <= bound)
  counts.durations[slot < 0 ? DURATION_BOUNDS.length : slot]! += 1
}

/** Returns the counts so far and resets them to zero. */
export function takeRunCounts(): RunCounts {
  const taken = current.counts
  current.counts = emptyCounts()
  return taken
}

/** Restores counts that could not be stored. */
export function returnRunCounts(taken: RunCounts): void {
  current.counts = sumOfCounts([taken, current.counts])
}

export function sumOfCounts(all: readonly RunCounts[]): RunCounts {
  return all.reduce(
    (sum, each) => ({
      succeeded: sum.succeeded + each.succeeded,
      failed: sum.failed + each.failed,
      faults: sum.faults + each.faults,
      durations: sum.durations.map((count, at) => count + (each.durations[at] ?? 0)),
    }),
    emptyCounts(),
  )
}

/** Returns milliseconds for `share` of the runs, interpolated; null without runs. */
export function estimateDuration({ durations }: Pick<RunCounts, 'durations'>, share: number): number | null {
  const wanted = share * durations.reduce((sum, count) => sum + count, 0)
  if (wanted === 0) return null
  let passed = 0
  for (const [at, count] of durations.entries()) {
    if (passed + count >= wanted) {
      const from = DURATION_BOUNDS[at - 1] ?? 0
      const to = DURATION_BOUNDS[at] ?? from
      return Math.round(from + ((to - from) * (wanted - passed)) / count)
    }
    passed += count
  }
  return null
}
