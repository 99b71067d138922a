import type { Story } from './story.ts'

export const seen = {
  paidCalls: 0,
  refunds: 0,
  deferred: 0,
  overCap: 0,
  /** Paid calls, counted by what happened to the runs above them. */
  paidUnder: {} as Record<string, number>,
}

/** Roots that only the sweep ended. */
export const killed = new Set<string>()

/** The stories of runs that wait for a worker, by run id. */
export const deferred = new Map<string, Story>()
