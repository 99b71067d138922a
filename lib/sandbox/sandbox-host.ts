/**
 * One sandboxd, wherever it is: a request for each job, answered line by line.
 *
 * Floor 2. Which host gets a job is for `sandbox-client.ts` to say. Never throws for what a job does or for a box that
 * is down.
 */
import type http from 'node:http'
import { json } from 'node:stream/consumers'
import { answerCalls, type NumberedCall } from './answer-calls.ts'
import type { HostAddress, WorkerAddress } from './host-address.ts'
import { askHost, Unreached } from './host-request.ts'
import { readLines } from './read-lines.ts'
import type { BoxReport, ExecuteOptions, HostHealth, Outcome, SandboxEvent, SandboxJob } from './sandbox.ts'
import { connectWorker } from './worker-host.ts'

const LOST = 'The sandbox stopped while the skill was running. Nothing came out of it.'

/** Beyond a job's own time: its turn in the queue, and a margin for a box that has stopped answering. */
const PATIENCE_MS = 30_000
const HEALTH_WITHIN_MS = 2_000

/** `full` and `unreached`: nothing of the job was run here. */
export type Attempt = Outcome | 'full' | 'unreached'

export type SandboxHost = {
  name: string
  /** What the job needs and this host has not, as a sentence. A host without it takes every job. */
  lacks?(job: SandboxJob): string | undefined
  /** With `maySpill` a host that has no free process says `full` at once, instead of putting the job in line. */
  attempt(job: SandboxJob, options?: ExecuteOptions & { maySpill?: boolean }): Promise<Attempt>
  health(): Promise<HostHealth>
}

type Line = { event: SandboxEvent } | { call: NumberedCall } | { outcome: Outcome }

export function connectHost(address: HostAddress): SandboxHost {
  return address.kind === 'worker' ? connectWorker(address) : connectBox(address)
}

/** Connects lazily: a box that starts later, or again, is found by the next job. */
function connectBox(address: Exclude<HostAddress, WorkerAddress>): SandboxHost {
  const { name } = address
  return {
    name,

    async attempt(job, { signal, onEvent, onCall, maySpill = false } = {}) {
      if (signal?.aborted) return { kind: 'cancelled', durationMs: 0, logs: [] }
      const patience = AbortSignal.timeout(job.limits.wallMs + PATIENCE_MS)
      const either = signal ? AbortSignal.any([signal, patience]) : patience
      const headers = { 'x-may-spill': String(maySpill) }
      const startedMs = performance.now()
      const answers = answerCalls(onCall)
      try {
        const asking = { path: '/execute', method: 'POST', headers, signal: either } as const
        const response = await askHost(address, asking, answers.after(job))
        if (response.statusCode === 503) {
          response.destroy()
          return 'full'
        }
        if (response.statusCode !== 200) throw new Error(`sandboxd answered ${response.statusCode}`)
        return await readOutcome(response, (line) =>
          'call' in line ? answers.answer(line.call) : onEvent?.(line.event),
        )
      } catch (error) {
        const durationMs = Math.round(performance.now() - startedMs)
        if (signal?.aborted) return { kind: 'cancelled', durationMs, logs: [] }
        if (error instanceof Unreached) return 'unreached'
        return { kind: 'unavailable', reason: 'lost', message: LOST, durationMs, logs: [] }
      } finally {
        answers.end()
      }
    },

    async health() {
      try {
        const signal = AbortSignal.timeout(HEALTH_WITHIN_MS)
        const said = (await json(await askHost(address, { path: '/health', signal }))) as BoxReport
        return { ...said, name, ok: true }
      } catch (error) {
        return { name, ok: false, why: (error as Error).message }
      }
    },
  }
}

async function readOutcome(
  response: http.IncomingMessage,
  onLine: (line: Exclude<Line, { outcome: Outcome }>) => void,
): Promise<Outcome> {
  // Read on to its end after the outcome, which is there already: the connection is then free for the next job.
  const chunks = response.iterator({ destroyOnReturn: false })
  for await (const text of readLines(chunks, Number.POSITIVE_INFINITY)) {
    const line = JSON.parse(text ?? '') as Line
    if ('outcome' in line) {
      response.on('error', () => {}).resume()
      return line.outcome
    }
    onLine(line)
  }
  throw new Error('The answer ended without an outcome.')
}
