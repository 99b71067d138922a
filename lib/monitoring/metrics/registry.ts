/** Labels never name a skill, an organisation or a user. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ErrorCode } from '../../kernel/errors.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import type { RunState } from '../../runs/model/run-states.ts'
import { addRunCount } from './run-counts.ts'

function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'guildhall_' })
  // promtool rejects gauges with the suffix of counters; those by type remain.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`guildhall_nodejs_active_${what}_total`)
  const registers = [registry]
  return {
    registry,
    runs: new Counter({
      name: 'guildhall_runs_total',
      help: 'Runs that ended in this process.',
      labelNames: ['channel', 'outcome', 'code', 'runtime'] as const,
      registers,
    }),
    runSeconds: new Histogram({
      name: 'guildhall_run_duration_seconds',
      help: 'Duration of runs in the sandbox or of a built-in tool.',
      labelNames: ['runtime'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'guildhall_http_request_duration_seconds',
      help: 'Time from a request to the end of its response.',
      labelNames: ['endpoint', 'method', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    sweepEnded: new Gauge({
      name: 'guildhall_sweep_last_end_timestamp_seconds',
      help: 'When the periodic sweep of this process last ended.',
      registers,
    }),
  }
}

export function metrics(): ReturnType<typeof makeMetrics> {
  return oncePerProcess('metrics', makeMetrics)
}

/** `error` is a PublicError. */
type EndedRun = { channel: string; state: RunState; error: unknown; durationMs: number | null }

/** `runtime` is "tool" for built-in tools. */
export function countEndedRun({ channel, state, error, durationMs }: EndedRun, runtime: string): void {
  const { runs, runSeconds } = metrics()
  const code = (error as { code: ErrorCode } | null)?.code ?? 'none'
  addRunCount(state, code, durationMs)
  runs.inc({ channel, outcome: state, code, runtime })
  if (durationMs !== null) runSeconds.observe({ runtime }, durationMs / 1_000)
}
