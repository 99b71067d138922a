/**
 * The sandbox as the trade sees it: one, whatever number of hosts there are behind it.
 *
 * Floor 2. A publisher's runs go to its home host among those that have what the job needs, and elsewhere only when nothing of the job can have run there: the
 * host is not there, or is full. What was begun is never begun again, because a handler may have done something.
 * Never throws for what a job does or for a box that is down: both are outcomes.
 */
import { hostsSetting, parseHosts } from './host-address.ts'
import { loadOf, rankHosts } from './rank-hosts.ts'
import type {
  ExecuteOptions,
  HostHealth,
  Outcome,
  Sandbox,
  SandboxHealth,
  SandboxJob,
  Unavailability,
} from './sandbox.ts'
import { type Attempt, connectHost, type SandboxHost } from './sandbox-host.ts'

const UNAVAILABLE = 'The sandbox is not running right now. Try again in a moment.'
const BUSY = 'The sandbox is busy. Try again in a moment.'

/** How long a host that was not there is asked last: whoever waits for a connection should not do it in every run. */
const REST_MS = 2_000

/** One for each setting, because it remembers which hosts rest. */
const sandboxes = new Map<string, Sandbox>()

/** `hosts` as in GUILDHALL_SANDBOX_HOSTS, or one socket's path. A wrong setting is a sandbox that is down. */
export function connectSandbox(hosts: string = hostsSetting()): Sandbox {
  const key = `${hosts}\n${process.env.GUILDHALL_SANDBOX_SOCKET}`
  const known = sandboxes.get(key)
  if (known) return known
  const sandbox = overHosts(() => parseHosts(hosts).map(connectHost))
  sandboxes.set(key, sandbox)
  return sandbox
}

/** The sandbox over these hosts, which are first asked for when there is a job. */
export function overHosts(connect: () => SandboxHost[]): Sandbox {
  let hosts: SandboxHost[] | undefined
  const restsUntil = new Map<SandboxHost, number>()
  const isRested = (host: SandboxHost) => (restsUntil.get(host) ?? 0) <= Date.now()

  return {
    async execute(job, options = {}) {
      try {
        hosts ??= connect()
      } catch (error) {
        console.error((error as Error).message)
        return unavailable(UNAVAILABLE)
      }
      const able = hosts.filter((host) => !host.lacks?.(job))
      const why = able.length === 0 ? hosts[0]?.lacks?.(job) : undefined
      if (why) return unavailable(why, 'unable')
      const ranked = rankHosts(able, job.publisher)
      const inOrder = [...ranked.filter(isRested), ...ranked.filter((host) => !isRested(host))]
      const outcome = (await atHome(inOrder, job, options)) ?? (await atLeastLoaded(inOrder, job, options))
      return outcome ?? unavailable(UNAVAILABLE)
    },

    async health() {
      try {
        hosts ??= connect()
      } catch (error) {
        return {
          ok: false,
          detail: UNAVAILABLE,
          hosts: [{ name: 'setting', ok: false, why: (error as Error).message }],
        }
      }
      return summaryOf(await Promise.all(hosts.map((host) => host.health())))
    },
  }

  /** At the first host that is there. Null when that one is full, or none is there. */
  async function atHome(
    inOrder: SandboxHost[],
    job: SandboxJob,
    options: ExecuteOptions,
  ): Promise<Outcome | null> {
    const maySpill = inOrder.length > 1
    for (const host of inOrder) {
      const attempt = await attemptAt(host, job, { ...options, maySpill })
      if (attempt === 'full') return null
      if (attempt !== 'unreached') return attempt
    }
    return null
  }

  /** In line at the host that has least to do, the home among them. */
  async function atLeastLoaded(
    hosts: SandboxHost[],
    job: SandboxJob,
    options: ExecuteOptions,
  ): Promise<Outcome | null> {
    if (hosts.length < 2) return null
    const asked = hosts.filter(isRested).map(async (host) => ({ host, load: loadOf(await host.health()) }))
    const byLoad = (await Promise.all(asked)).toSorted((a, b) => a.load - b.load)
    for (const { host } of byLoad) {
      const attempt = await attemptAt(host, job, options)
      if (attempt === 'full') return unavailable(BUSY, 'busy')
      if (attempt !== 'unreached') return attempt
    }
    return null
  }

  async function attemptAt(
    host: SandboxHost,
    job: SandboxJob,
    options: ExecuteOptions & { maySpill?: boolean },
  ): Promise<Attempt> {
    const attempt = await host.attempt(job, options)
    if (attempt === 'unreached') restsUntil.set(host, Date.now() + REST_MS)
    else restsUntil.delete(host)
    return attempt
  }
}

function unavailable(message: string, reason?: Unavailability): Outcome {
  return { kind: 'unavailable', message, ...(reason && { reason }), durationMs: 0, logs: [] }
}

function summaryOf(hosts: HostHealth[]): SandboxHealth {
  const well = hosts.filter((host) => host.ok)
  const [first] = well
  if (!first) return { ok: false, detail: UNAVAILABLE, hosts }
  const isDegraded = well.some((host) => host.isDegraded)
  const sum = (name: 'running' | 'waiting') => well.reduce((total, host) => total + host[name], 0)
  const work = `${sum('running')} running, ${sum('waiting')} waiting`
  const detail =
    hosts.length === 1
      ? `${first.engine}, ${work}; ${first.memory}; ${first.jail}.`
      : `${well.length} of ${hosts.length} hosts answer, ${work}${isDegraded ? '; not all have a jail' : ''}.`
  return { ok: true, isDegraded, detail, hosts }
}
