/**
 * Returns "42 runs · 98% succeeded · 120 ms". Fewer than 20 runs are no evidence of a rate, so that it
 * is left out.
 */

import { plural } from '../../kernel/text/plural.ts'

type Evidence = { runs: number; succeeded: number; p50Ms: number | null }

export const MIN_RUNS_OF_RATE = 20

export function runStatisticsParts({ runs, succeeded, p50Ms }: Evidence): string[] {
  if (runs === 0) return ['No runs yet']
  return [
    plural(runs, 'run'),
    ...(runs < MIN_RUNS_OF_RATE ? [] : [`${successShare({ runs, succeeded })} succeeded`]),
    ...(p50Ms === null ? [] : [formatMilliseconds(p50Ms)]),
  ]
}

/** Returns the share of successful runs as “98%”. It is rounded down, so that 999 of 1,000 are not called 100%. */
export function successShare({ runs, succeeded }: Omit<Evidence, 'p50Ms'>): string {
  return `${runs === 0 ? 0 : Math.floor((succeeded / runs) * 100)}%`
}

export function formatMilliseconds(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
}
