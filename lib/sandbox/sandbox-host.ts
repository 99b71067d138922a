/**
 * A connection to one sandbox host. Each job is one HTTP request, which the host answers in lines of JSON. Failures are
 * outcomes, so nothing here throws because of a job.
 */
import type http from 'node:http'
import { json } from 'node:stream/consumers'
import { AppError, ERRORS, toPublicError } from '../kernel/errors.ts'
import { connectCloudflareWorker } from './cloudflare-host.ts'
import type { HostAddress, WorkerAddress } from './host-address.ts'
import { HostUnreachable, sendHostRequest } from './host-request.ts'
import { readLines } from './read-lines.ts'
import {
  type ExecuteOptions,
  type HostHealth,
  type LogLine,
  MAX_QUEUE_WAIT_MS,
  type Outcome,
  PACKAGES_CALL,
  type SandboxCall,
  type SandboxdReport,
  type SandboxEvent,
  type SandboxJob,
  type SandboxReply,
  type SandboxSecret,
} from './sandbox.ts'

const LOST = 'The sandbox stopped while the skill was running. There is no output.'

/** How much longer than the job and its wait in the host's queue a response may take. A host that hangs is detected by it. */
const RESPONSE_MARGIN_MS = 15_000
const HEALTH_TIMEOUT_MS = 2_000
const CANCEL_TIMEOUT_MS = 5_000

/**
 * How a host took a job. `full` and `unreached` mean that nothing has run, so another host can take it. `absent` means that it
 * does not have the run to resume, `disconnected` that it may still have it.
 */
export type Attempt = Outcome | 'full' | 'unreached' | 'absent' | 'disconnected'

/** A host numbers the events of a run that can be resumed, and repeats them then. */
export type HostOptions = Omit<ExecuteOptions, 'onEvent'> & {
  onEvent?: (event: SandboxEvent, number?: number) => void
}

export type SandboxHost = {
  name: string
  /** Returns why the host cannot run the job; undefined if it can. A host without this method accepts every job. */
  unsupportedReason?(job: SandboxJob): string | undefined
  /** Runs a job. With `mayOverflow`, a job that would have to wait is not queued, but ends as `full`. */
  attempt(job: SandboxJob, options?: HostOptions & { mayOverflow?: boolean }): Promise<Attempt>
  health(): Promise<HostHealth>
}

type NumberedCall = SandboxCall & { id: number }

type Line =
  | { event: SandboxEvent; number?: number }
  | { call: NumberedCall }
  | { secrets: SandboxSecret[] }
  | { outcome: Outcome }

export function connectHost(address: HostAddress): SandboxHost {
  return address.kind === 'worker' ? connectCloudflareWorker(address) : connectSandboxd(address)
}

function connectSandboxd(address: Exclude<HostAddress, WorkerAddress>): SandboxHost {
  const { name } = address
  return {
    name,

    async attempt(job, { signal, isResumed, onEvent, onCall, onSecrets, mayOverflow = false } = {}) {
      const { resumeKey } = job
      // A run that can be resumed goes on without its caller, unless the host is told to end it.
      const endAtHost = () => {
        if (resumeKey) cancelAtHost(address, resumeKey).catch(() => {})
      }
      if (signal?.aborted) {
        if (isResumed) endAtHost()
        return { kind: 'cancelled', durationMs: 0, logs: [] }
      }
      const deadline = AbortSignal.timeout(
        job.limits.wallMs + MAX_QUEUE_WAIT_MS[job.lane ?? 'quick'] + RESPONSE_MARGIN_MS,
      )
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline
      // Hosts of the previous version read `x-may-spill`.
      const headers = { 'x-may-overflow': String(mayOverflow), 'x-may-spill': String(mayOverflow) }
      const startedMs = performance.now()
      const hostCalls = openHostCalls(onCall, job.packages)
      // Kept here, although the outcome repeats them: it does not arrive if the run is cancelled or the host is lost.
      const logs: LogLine[] = []
      try {
        // A host of an earlier release would send the requests of a replay, so it must not know the path.
        const path = isResumed ? '/resume' : job.requestMode ? '/execute-recorded' : '/execute'
        const request = { path, method: 'POST', headers, signal: either } as const
        const firstLine = isResumed ? { resumeKey } : withoutCode(job)
        const response = await sendHostRequest(address, request, hostCalls.send(firstLine))
        if (response.statusCode === 404 && isResumed) {
          response.destroy()
          return 'absent'
        }
        if (response.statusCode === 503) {
          response.destroy()
          return 'full'
        }
        if (response.statusCode !== 200) throw new Error(`sandboxd answered ${response.statusCode}`)
        return await readOutcome(response, (line) => {
          if ('call' in line) return hostCalls.answer(line.call)
          if ('secrets' in line) return onSecrets?.(line.secrets)
          if (line.event.kind === 'log') logs.push(toLogLine(line.event))
          onEvent?.(line.event, line.number)
        })
      } catch (error) {
        const durationMs = Math.round(performance.now() - startedMs)
        if (either.aborted) endAtHost()
        if (signal?.aborted) return { kind: 'cancelled', durationMs, logs }
        if (error instanceof HostUnreachable) return 'unreached'
        if (resumeKey && !either.aborted) return 'disconnected'
        return { kind: 'unavailable', reason: 'lost', message: LOST, durationMs, logs }
      } finally {
        hostCalls.end()
      }
    },

    async health() {
      try {
        const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS)
        const response = await sendHostRequest(address, { path: '/health', signal })
        const { findings, ...report } = (await json(response)) as SentReport
        return { ...report, findings: findings.map(readFinding), name, ok: true }
      } catch (error) {
        return { name, ok: false, reason: (error as Error).message }
      }
    },
  }
}

/** The host asks for the code of packages that it does not have. */
function withoutCode(job: SandboxJob): SandboxJob {
  return job.packages ? { ...job, packages: { ...job.packages, code: '' } } : job
}

async function cancelAtHost(address: Exclude<HostAddress, WorkerAddress>, resumeKey: string): Promise<void> {
  const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS)
  const body = JSON.stringify({ resumeKey })
  const response = await sendHostRequest(address, { path: '/cancel', method: 'POST', signal }, body)
  response.resume()
}

/** Hosts of the previous version send `holds` and `why`. */
type SentFinding = { name: string; isUsable?: boolean; reason?: string; holds?: boolean; why?: string }
type SentReport = Omit<SandboxdReport, 'findings'> & { findings: SentFinding[] }

function readFinding({
  name,
  isUsable,
  reason,
  holds,
  why,
}: SentFinding): SandboxdReport['findings'][number] {
  return { name, isUsable: isUsable ?? holds ?? false, reason: reason ?? why ?? '' }
}

function toLogLine({ level, text, atMs }: LogLine): LogLine {
  return { level, text, atMs }
}

async function readOutcome(
  response: http.IncomingMessage,
  onLine: (line: Exclude<Line, { outcome: Outcome }>) => void,
): Promise<Outcome> {
  // The response is read to its end, so that the connection can be reused.
  const chunks = response.iterator({ destroyOnReturn: false })
  for await (const text of readLines(chunks, Number.POSITIVE_INFINITY)) {
    const line = JSON.parse(text ?? '') as Line
    if ('outcome' in line) {
      response.on('error', () => {}).resume()
      return line.outcome
    }
    onLine(line)
  }
  throw new Error('The response ended without an outcome.')
}

/** Shared by all runs, because each new error would capture a stack trace. */
const RUN_ENDED = new DOMException('The run has ended.', 'AbortError')

/** Sends the first line and then the answers to host calls on the same HTTP request. Its end aborts calls that are pending. */
function openHostCalls(onCall: ExecuteOptions['onCall'], packages: SandboxJob['packages']) {
  const runEnded = new AbortController()
  let request: http.ClientRequest | undefined

  return {
    /** Returns what writes the first line once the host is reached. */
    send(firstLine: object) {
      return (opened: http.ClientRequest): void => {
        request = opened
        opened.write(`${JSON.stringify(firstLine)}\n`)
      }
    },

    answer({ id, ...call }: NumberedCall): void {
      const answering =
        call.method === PACKAGES_CALL && packages
          ? Promise.resolve<SandboxReply>({ value: packages.code })
          : replyTo(onCall, call, runEnded.signal)
      answering.then((reply) => {
        if (!runEnded.signal.aborted) request?.write(`${JSON.stringify({ id, reply })}\n`)
      })
    },

    end(): void {
      runEnded.abort(RUN_ENDED)
      request?.end()
    },
  }
}

async function replyTo(
  onCall: ExecuteOptions['onCall'],
  call: SandboxCall,
  runEnded: AbortSignal,
): Promise<SandboxReply> {
  try {
    if (!onCall) throw new AppError('TOOL_NOT_AVAILABLE', { message: 'This run cannot make calls.' })
    return { value: await onCall(call, runEnded) }
  } catch (thrown) {
    const error = toPublicError(thrown)
    return { error: { name: ERRORS[error.code].sdk, ...error } }
  }
}
