/**
 * The sandbox over one host or several. A job goes to the host that its publisher's processes are warm on, and to others only
 * if that is unreachable or full. A job that may have started is never repeated. Failures are outcomes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { measureLoad, parseHosts, rankHosts, readHostsSetting } from './host-address.ts'
import type {
  ExecuteOptions,
  HostHealth,
  Outcome,
  Sandbox,
  SandboxEvent,
  SandboxHealth,
  SandboxJob,
  Unavailability,
} from './sandbox.ts'
import { type Attempt, connectHost, type HostOptions, type SandboxHost } from './sandbox-host.ts'

const LOST = 'The sandbox stopped while the skill was running. There is no output.'
const UNAVAILABLE = 'The sandbox is not running right now. Try again in a moment.'
const BUSY = 'The sandbox is busy. Try again in a moment.'

/** How long an unreachable host is tried last, so that not every run waits for it. */
const UNREACHABLE_BACKOFF_MS = 2_000

/** How long a host that does not answer is asked for a run that it may have. */
const RESUME_WITHIN_MS = 10_000
const RESUME_AGAIN_MS = 500

/** Shared by everyone in the process, because a sandbox remembers unreachable hosts. */
const sandboxes = new Map<string, Sandbox>()

/** Returns the sandbox of these hosts. Hosts are parsed with the first job, so an invalid setting is an outcome, too. */
export function connectSandbox(hosts: string = readHostsSetting()): Sandbox {
  const key = `${hosts}\n${process.env.GUILDHALL_SANDBOX_SOCKET}`
  const known = sandboxes.get(key)
  if (known) return known
  const sandbox = createSandbox(() => parseHosts(hosts).map(connectHost))
  sandboxes.set(key, sandbox)
  return sandbox
}

export function createSandbox(connect: () => SandboxHost[]): Sandbox {
  let hosts: SandboxHost[] | undefined
  const backoffUntil = new Map<SandboxHost, number>()
  const isAvailable = (host: SandboxHost) => (backoffUntil.get(host) ?? 0) <= Date.now()

  return {
    async execute(job, given = {}) {
      const options = { ...given, onEvent: onceEach(given.onEvent) }
      try {
        hosts ??= connect()
      } catch (error) {
        console.error((error as Error).message)
        return unavailableOutcome(UNAVAILABLE)
      }
      const capable = hosts.filter((host) => !host.unsupportedReason?.(job))
      const unsupported = capable.length === 0 ? hosts[0]?.unsupportedReason?.(job) : undefined
      if (unsupported) return unavailableOutcome(unsupported, 'unable')
      const ranked = rankHosts(capable, job.publisher)
      if (options.isResumed) return resumeRun(ranked, job, options)
      const inOrder = [...ranked.filter(isAvailable), ...ranked.filter((host) => !isAvailable(host))]
      let refusal: Outcome | undefined
      const attempt: AttemptAt = async (host, attemptOptions) => {
        const attempted = await attemptAt(host, job, { ...options, ...attemptOptions })
        if (attempted === 'disconnected' || attempted === 'absent') return resumeRun([host], job, options)
        if (!isRefusal(attempted)) return attempted
        refusal ??= attempted
        return 'unreached'
      }
      const outcome =
        (await tryPrimaryHost(inOrder, attempt)) ?? (await tryLeastLoadedHost(inOrder, isAvailable, attempt))
      return outcome ?? refusal ?? unavailableOutcome(UNAVAILABLE)
    },

    async health() {
      try {
        hosts ??= connect()
      } catch (error) {
        return {
          ok: false,
          detail: UNAVAILABLE,
          hosts: [{ name: 'setting', ok: false, reason: (error as Error).message }],
        }
      }
      return summariseHealth(await Promise.all(hosts.map((host) => host.health())))
    },
  }

  async function attemptAt(
    host: SandboxHost,
    job: SandboxJob,
    options: HostOptions & { mayOverflow?: boolean },
  ): Promise<Attempt> {
    const attempt = await host.attempt(job, options)
    const isDown = attempt === 'unreached' || (isRefusal(attempt) && attempt.reason !== 'unjailed')
    if (isDown) backoffUntil.set(host, Date.now() + UNREACHABLE_BACKOFF_MS)
    else backoffUntil.delete(host)
    return attempt
  }
}

/**
 * Follows a run on the host that has it, also after its connection broke. Returns a lost outcome if no host has it, or does
 * not answer in time.
 */
async function resumeRun(hosts: SandboxHost[], job: SandboxJob, options: HostOptions): Promise<Outcome> {
  let deadlineMs = Date.now() + RESUME_WITHIN_MS
  for (;;) {
    let mayBeThere = false
    for (const host of hosts) {
      const attempt = await host.attempt(job, { ...options, isResumed: true })
      if (typeof attempt === 'object') return attempt
      if (attempt === 'disconnected') deadlineMs = Date.now() + RESUME_WITHIN_MS
      if (attempt !== 'absent') mayBeThere = true
    }
    if (!mayBeThere || Date.now() > deadlineMs) return unavailableOutcome(LOST, 'lost')
    await sleep(RESUME_AGAIN_MS)
  }
}

/** Passes each numbered event on once, although a host repeats them when a run is resumed. */
function onceEach(onEvent: ExecuteOptions['onEvent']): HostOptions['onEvent'] {
  let seen = 0
  return (event: SandboxEvent, number?: number) => {
    if (number !== undefined && number <= seen) return
    seen = number ?? seen
    onEvent?.(event)
  }
}

type Refusal = Extract<Outcome, { kind: 'unavailable' }>

/**
 * Whether a host refused the job before anything ran: its engine cannot start, it shuts down, or it has no jail for this code.
 * Another host may take the job.
 */
function isRefusal(attempt: Attempt): attempt is Refusal {
  return typeof attempt === 'object' && attempt.kind === 'unavailable' && attempt.reason !== 'lost'
}

type AttemptAt = (host: SandboxHost, attemptOptions?: { mayOverflow: boolean }) => Promise<FirstAttempt>

/** How a host took a job that no host has yet. */
type FirstAttempt = Outcome | 'full' | 'unreached'

/** Tries hosts in order until one has room or is full. Returns null if nothing has run. */
async function tryPrimaryHost(inOrder: SandboxHost[], attemptAt: AttemptAt): Promise<Outcome | null> {
  const mayOverflow = inOrder.length > 1
  for (const host of inOrder) {
    const attempt = await attemptAt(host, { mayOverflow })
    if (attempt === 'full') return null
    if (attempt !== 'unreached') return attempt
  }
  return null
}

/** Returns null if no host could be reached. */
async function tryLeastLoadedHost(
  hosts: SandboxHost[],
  isAvailable: (host: SandboxHost) => boolean,
  attemptAt: AttemptAt,
): Promise<Outcome | null> {
  if (hosts.length < 2) return null
  const loads = hosts
    .filter(isAvailable)
    .map(async (host) => ({ host, load: measureLoad(await host.health()) }))
  const byLoad = (await Promise.all(loads)).toSorted((a, b) => a.load - b.load)
  for (const { host } of byLoad) {
    const attempt = await attemptAt(host)
    if (attempt === 'full') return unavailableOutcome(BUSY, 'busy')
    if (attempt !== 'unreached') return attempt
  }
  return null
}

function unavailableOutcome(message: string, reason?: Unavailability): Outcome {
  return { kind: 'unavailable', message, ...(reason && { reason }), durationMs: 0, logs: [] }
}

function summariseHealth(hosts: HostHealth[]): SandboxHealth {
  const healthy = hosts.filter((host) => host.ok)
  const [first] = healthy
  if (!first) return { ok: false, detail: UNAVAILABLE, hosts }
  const isDegraded = healthy.some((host) => host.isDegraded)
  const sum = (name: 'running' | 'waiting') => healthy.reduce((total, host) => total + host[name], 0)
  const work = `${sum('running')} running, ${sum('waiting')} waiting`
  const detail =
    hosts.length === 1
      ? `${first.engine}, ${work}; ${first.memory}; ${first.jail}.`
      : `${healthy.length} of ${hosts.length} hosts are up, ${work}${isDegraded ? '; not all have a jail' : ''}.`
  return { ok: true, isDegraded, detail, hosts }
}
