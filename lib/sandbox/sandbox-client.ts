/**
 * Speaks to sandboxd: one HTTP request over its unix socket for each job, answered line by line.
 *
 * Floor 2. Never throws for what a job does or for a box that is down: both are outcomes.
 */
import http from 'node:http'
import type { Outcome, Sandbox, SandboxEvent, SandboxJob } from './sandbox.ts'

const UNAVAILABLE = 'The sandbox is not running right now. Try again in a moment.'
const LOST = 'The sandbox stopped while the skill was running. Nothing came out of it.'

/** Beyond a job's own time: its turn in the queue, and a margin for a box that has stopped answering. */
const PATIENCE_MS = 30_000
const HEALTH_WITHIN_MS = 2_000

type Line = { event: SandboxEvent } | { outcome: Outcome }

/** Connects lazily: a box that starts later, or again, is found by the next job. */
export function connectSandbox(socketPath = process.env.GUILDHALL_SANDBOX_SOCKET): Sandbox {
  return {
    async execute(job, { signal, onEvent } = {}) {
      if (signal?.aborted) return { kind: 'cancelled', durationMs: 0, logs: [] }
      const patience = AbortSignal.timeout(job.limits.wallMs + PATIENCE_MS)
      const either = signal ? AbortSignal.any([signal, patience]) : patience
      const startedMs = performance.now()
      let answered = false
      try {
        const response = await request(socketPath, { path: '/execute', method: 'POST', signal: either }, job)
        answered = true
        if (response.statusCode !== 200) throw new Error(`sandboxd answered ${response.statusCode}`)
        return await readOutcome(response, onEvent)
      } catch {
        const durationMs = Math.round(performance.now() - startedMs)
        if (signal?.aborted) return { kind: 'cancelled', durationMs, logs: [] }
        return { kind: 'unavailable', message: answered ? LOST : UNAVAILABLE, durationMs, logs: [] }
      }
    },

    async health() {
      try {
        const response = await request(socketPath, {
          path: '/health',
          signal: AbortSignal.timeout(HEALTH_WITHIN_MS),
        })
        let text = ''
        for await (const chunk of response) text += chunk
        const { engine, memory, jail, isDegraded, running, waiting } = JSON.parse(text)
        return {
          ok: true,
          isDegraded: isDegraded === true,
          detail: `${engine}, ${running} running, ${waiting} waiting; ${memory}; ${jail}.`,
        }
      } catch {
        return { ok: false, detail: UNAVAILABLE }
      }
    },
  }
}

async function readOutcome(
  response: http.IncomingMessage,
  onEvent: ((event: SandboxEvent) => void) | undefined,
): Promise<Outcome> {
  let rest = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const line = JSON.parse(text) as Line
      if ('outcome' in line) return line.outcome
      onEvent?.(line.event)
    }
  }
  throw new Error('The answer ended without an outcome.')
}

function request(
  socketPath: string | undefined,
  options: http.RequestOptions,
  job?: SandboxJob,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (!socketPath) return reject(new Error('GUILDHALL_SANDBOX_SOCKET is not set.'))
    // A connection for each job: closing it is how a run is cancelled.
    const call = http.request({ socketPath, agent: false, ...options }, resolve)
    call.once('error', reject)
    call.end(job && JSON.stringify(job))
  })
}
