/**
 * A worker of ours on Cloudflare (`sandboxd/cloudflare`): the box's dispatcher without a box around it.
 *
 * Floor 2. Cloudflare isolates runs and holds them to their processor time. What our box adds and it has not — the guard
 * with its pinned addresses and secrets, calls of Guildhall, Python, a process that is used once — is said by `lacks`, so
 * that jobs which need it go to another host. What comes back is attacker's bytes, read as the box reads them.
 */
import { text } from 'node:stream/consumers'
import { type Ending, GRACE_MS, limitEnding } from './endings.ts'
import { HEAD_HEADER, type Hearing, hearIsolate, wireOf } from './hear-isolate.ts'
import type { WorkerAddress } from './host-address.ts'
import { type Asking, askHost, Unreached } from './host-request.ts'
import { openLogBook } from './log-book.ts'
import { preparedDefinition } from './prepared-definitions.ts'
import { TooMuchSaid } from './read-frames.ts'
import type { BoxReport, SandboxJob } from './sandbox.ts'
import type { SandboxHost } from './sandbox-host.ts'

/** Runs of this site at once. Cloudflare names no number; this one keeps a flood from becoming a bill. */
const IN_FLIGHT = 50
/** For the way there and back: the isolate itself ends a run at its deadline. */
const TRAVEL_MS = 2_000
const HEALTH_WITHIN_MS = 2_000

const LOST: Ending = {
  kind: 'unavailable',
  reason: 'lost',
  message: 'The worker fell silent before this run ended: it was stopped for what it used, or lost.',
}

export function connectWorker(address: WorkerAddress): SandboxHost {
  const { name } = address
  let running = 0
  return {
    name,
    lacks: lacksFor,

    async attempt(job, { signal, onEvent = () => {} } = {}) {
      if (signal?.aborted) return { kind: 'cancelled', durationMs: 0, logs: [] }
      if (running >= IN_FLIGHT) return 'full'
      running += 1
      try {
        const prepared = await preparedDefinition(job)
        if ('error' in prepared) return { kind: 'threw', error: prepared.error, durationMs: 0, logs: [] }
        const logs = openLogBook(job.limits)
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
        const asking = { path: '/pulse', signal: AbortSignal.timeout(HEALTH_WITHIN_MS) }
        const { response, isOurs } = await ask(address, asking)
        const said = await text(response)
        if (isOurs) return { ...reportOf(address), running, name, ok: true }
        return { name, ok: false, why: `${response.statusCode} ${said.slice(0, 200)}` }
      } catch (error) {
        return { name, ok: false, why: (error as Error).message }
      }
    },
  }
}

/** The first thing of it that is not here. Calls are told by the names with which a handler makes them. */
function lacksFor(job: SandboxJob): string | undefined {
  const here = 'has to run on another sandbox host than Cloudflare’s'
  if (job.runtime !== 'javascript') return `Python ${here}.`
  if (job.network.length > 0) return `A skill that reaches hosts ${here}: its requests pass our guard.`
  if (job.hasSecrets !== false || job.secrets.length > 0) return `A skill with secrets ${here}.`
  if (job.isUnreviewed) return `Code that nobody has reviewed ${here}: it gets a process of its own.`
  if (/\b(callSkill|tools|blobs)\b/.test(job.definition))
    return `A skill that calls skills, tools or blobs ${here}.`
  return undefined
}

type Run = Hearing & { module: string; signal: AbortSignal | undefined }

/** Never throws. `unreached` only when nothing of the job can have run. */
async function runAt(address: WorkerAddress, run: Run): Promise<Ending | 'unreached'> {
  const { job, signal } = run
  const late = AbortSignal.timeout(job.limits.wallMs + GRACE_MS + TRAVEL_MS)
  const either = signal ? AbortSignal.any([signal, late]) : late
  const { head, input } = wireOf(run)
  const headers = {
    'content-type': 'application/json',
    'x-guildhall-cpu-ms': String(job.limits.cpuMs),
    [HEAD_HEADER]: Buffer.byteLength(head),
  }
  try {
    const asking = { path: '/run', method: 'POST', headers, signal: either } as const
    const { response, isOurs } = await ask(address, asking, head + input)
    if (isOurs) return (await hearIsolate(response, run)) ?? LOST
    response.destroy()
    const { statusCode = 0 } = response
    // Turned away at the door; any other answer may come after the run began.
    return statusCode >= 300 && statusCode < 500 ? 'unreached' : LOST
  } catch (error) {
    if (signal?.aborted) return { kind: 'cancelled' }
    if (error instanceof TooMuchSaid) return limitEnding('output', job)
    if (late.aborted) return limitEnding('wall', job)
    return error instanceof Unreached ? 'unreached' : LOST
  }
}

/** `isOurs`: the dispatcher answered, and not something on the way to it. */
async function ask(address: WorkerAddress, asking: Asking, body?: string) {
  const token = process.env.GUILDHALL_SANDBOX_WORKER_TOKEN
  if (!token) throw new Unreached('GUILDHALL_SANDBOX_WORKER_TOKEN is not set.')
  const headers = { ...asking.headers, authorization: `Bearer ${token}` }
  const response = await askHost(address, { ...asking, headers }, body)
  return { response, isOurs: response.headers['x-guildhall-dispatcher'] === 'said' }
}

/** What is known without asking; a worker that this machine serves is workerd without a jail. */
function reportOf({ origin }: WorkerAddress): Omit<BoxReport, 'running'> {
  const isStandIn = origin.startsWith('http:')
  return {
    engine: 'workerd as Dynamic Workers',
    python: 'never',
    memory: isStandIn ? 'memory without a bound' : '128 MB for each run, by Cloudflare',
    jail: isStandIn ? 'no jail: a stand-in for Cloudflare' : 'isolated by Cloudflare',
    isDegraded: isStandIn,
    findings: isStandIn
      ? [{ name: 'Cloudflare', holds: false, why: 'this one is served by this machine' }]
      : [],
    idle: 0,
    starting: 0,
    waiting: 0,
    capacity: IN_FLIGHT,
  }
}
