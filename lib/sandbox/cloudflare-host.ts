/**
 * A connection to our Cloudflare worker (`sandboxd/cloudflare`). That has no egress guard, secrets, host calls, Python or
 * single-use processes, so jobs that need one of these go to other hosts. Its output is untrusted.
 */
import { text } from 'node:stream/consumers'
import type { WorkerAddress } from './host-address.ts'
import { type HostRequest, HostUnreachable, sendHostRequest } from './host-request.ts'
import {
  type Ending,
  encodeJob,
  GRACE_MS,
  HEAD_HEADER,
  type IsolateRun,
  limitEnding,
  readIsolateResponse,
} from './isolate-protocol.ts'
import { createLogBuffer } from './log-buffer.ts'
import { findPreparedDefinition } from './prepare-definition.ts'
import { OutputLimitExceeded } from './read-frames.ts'
import type { SandboxdReport, SandboxJob } from './sandbox.ts'
import type { SandboxHost } from './sandbox-host.ts'

/** Limits the cost, since Cloudflare itself sets no limit. */
const MAX_CONCURRENT_RUNS_PER_WORKER = 50
/** How much later than the deadline, at which the isolate ends a run, its response may arrive. */
const NETWORK_MARGIN_MS = 2_000
const HEALTH_TIMEOUT_MS = 2_000

const LOST: Ending = {
  kind: 'unavailable',
  reason: 'lost',
  message: 'The worker stopped responding before this run ended: it exceeded a limit or was lost.',
}

export function connectCloudflareWorker(address: WorkerAddress): SandboxHost {
  const { name } = address
  let running = 0
  return {
    name,
    unsupportedReason: (job) =>
      isLocalWorker(address) && !job.isApproved ? UNAPPROVED : unsupportedFeature(job),

    async attempt(job, { signal, isResumed, onEvent = () => {} } = {}) {
      // Its runs end with the connection.
      if (isResumed) return 'absent'
      if (signal?.aborted) return { kind: 'cancelled', durationMs: 0, logs: [] }
      if (running >= MAX_CONCURRENT_RUNS_PER_WORKER) return 'full'
      running += 1
      try {
        const prepared = await findPreparedDefinition(job).catch(() => 'busy' as const)
        // The threads that parse definitions are full: nothing has run, so another host can take it.
        if (prepared === 'busy') return 'full'
        if ('error' in prepared) return { kind: 'threw', error: prepared.error, durationMs: 0, logs: [] }
        const logs = createLogBuffer(job.limits)
        const startedMs = performance.now()
        const ending = await runAt(address, { job, module: prepared.module, logs, onEvent, signal })
        if (ending === 'unreached') return ending
        return { ...ending, durationMs: Math.round(performance.now() - startedMs), logs: logs.lines }
      } finally {
        running -= 1
      }
    },

    async health() {
      try {
        const request = { path: '/health', signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }
        const { response, isOurs } = await sendToWorker(address, request)
        const body = await text(response)
        if (isOurs) return { ...describeWorker(address), running, name, ok: true }
        return { name, ok: false, reason: `${response.statusCode} ${body.slice(0, 200)}` }
      } catch (error) {
        return { name, ok: false, reason: (error as Error).message }
      }
    },
  }
}

function unsupportedFeature(job: SandboxJob): string | undefined {
  const needsOtherHost = 'cannot run on Cloudflare and needs another sandbox host'
  if (job.runtime !== 'javascript') return `Python ${needsOtherHost}.`
  if (job.lane === 'long') return `A skill of the long lane ${needsOtherHost}.`
  if (job.network.length > 0)
    return `A skill with network access ${needsOtherHost}: its requests must pass the egress guard.`
  if (job.hasSecrets !== false || job.secrets.length > 0) return `A skill with secrets ${needsOtherHost}.`
  if (job.requestMode) return `A recorded run ${needsOtherHost}.`
  if (job.packages) return `A skill with packages ${needsOtherHost}.`
  if (job.isUnreviewed) return `Unreviewed code ${needsOtherHost}: it needs its own process.`
  if (/\b(callSkill|tools|blobs)\b/.test(job.definition))
    return `A skill that calls skills, tools or blobs ${needsOtherHost}.`
  return undefined
}

type Run = IsolateRun & { module: string; signal: AbortSignal | undefined }

/** Never throws. `unreached` means that nothing of the job can have run. */
async function runAt(address: WorkerAddress, run: Run): Promise<Ending | 'unreached'> {
  const { job, signal } = run
  const late = AbortSignal.timeout(job.limits.wallMs + GRACE_MS + NETWORK_MARGIN_MS)
  const either = signal ? AbortSignal.any([signal, late]) : late
  const { head, input } = encodeJob(run)
  const headers = {
    'content-type': 'application/json',
    'x-guildhall-cpu-ms': String(job.limits.cpuMs),
    [HEAD_HEADER]: Buffer.byteLength(head),
  }
  try {
    const request = { path: '/run', method: 'POST', headers, signal: either } as const
    const { response, isOurs } = await sendToWorker(address, request, head + input)
    if (isOurs) return (await readIsolateResponse(response, run)) ?? LOST
    response.destroy()
    const { statusCode = 0 } = response
    // With any other status the run may have begun, so it must not be repeated elsewhere.
    return statusCode >= 300 && statusCode < 500 ? 'unreached' : LOST
  } catch (error) {
    if (signal?.aborted) return { kind: 'cancelled' }
    if (error instanceof OutputLimitExceeded) return limitEnding('output', job)
    if (late.aborted) return limitEnding('wall', job)
    return error instanceof HostUnreachable ? 'unreached' : LOST
  }
}

/** `isOurs` tells the dispatcher's responses from Cloudflare's own errors. Throws HostUnreachable without a token. */
async function sendToWorker(address: WorkerAddress, request: HostRequest, body?: string) {
  const token = process.env.GUILDHALL_SANDBOX_WORKER_TOKEN
  if (!token) throw new HostUnreachable('GUILDHALL_SANDBOX_WORKER_TOKEN is not set.')
  const headers = { ...request.headers, authorization: `Bearer ${token}` }
  const response = await sendHostRequest(address, { ...request, headers }, body)
  return { response, isOurs: response.headers['x-guildhall-dispatcher'] !== undefined }
}

const UNAPPROVED = 'Code that no admin has approved needs another sandbox host: this one has no jail.'

function isLocalWorker({ origin }: WorkerAddress): boolean {
  return origin.startsWith('http:')
}

/** A worker on this machine is workerd without a jail, for development. */
function describeWorker(address: WorkerAddress): Omit<SandboxdReport, 'running'> {
  const isLocal = isLocalWorker(address)
  return {
    engine: 'workerd as Dynamic Workers',
    python: 'never',
    memory: isLocal ? 'unlimited memory' : '128 MB for each run, by Cloudflare',
    jail: isLocal ? 'no jail: an emulation of Cloudflare' : 'isolated by Cloudflare',
    isDegraded: isLocal,
    findings: isLocal
      ? [{ name: 'Cloudflare', isUsable: false, reason: 'this host runs on this machine' }]
      : [],
    idle: 0,
    starting: 0,
    waiting: 0,
    capacity: MAX_CONCURRENT_RUNS_PER_WORKER,
  }
}
