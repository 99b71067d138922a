import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Health } from '#lib/monitoring/health/get-health.ts'
import type { SupervisedProcess } from './supervised-process.ts'

/** How long a part may take until it answers, even on a busy machine. One that exits instead is noticed at once. */
const READY_WITHIN_MS = 180_000

export async function waitForResponse(
  url: string,
  child: () => ChildProcess | undefined,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isResponding(url, 30_000))) {
    const { exitCode, signalCode } = child() ?? {}
    if (exitCode != null || signalCode) {
      throw new Error(`The web server stopped while starting (${signalCode ?? exitCode}).`)
    }
    if (Date.now() > deadline) throw new Error(`The web server did not answer on ${url}.`)
    await sleep(100)
  }
}

export async function waitForReadyMessage(part: SupervisedProcess, withinMs = 15_000): Promise<void> {
  const child = part.child()
  const late = AbortSignal.timeout(withinMs)
  if (child) await once(child, 'message', { signal: late }).catch(() => {})
}

/** Logs unhealthy parts. Returns false if `closing` is aborted first. */
export async function waitForHealthy(
  url: string,
  { log, closing }: { log: (message: string) => void; closing: AbortSignal },
): Promise<boolean> {
  let last = ''
  while (!closing.aborted) {
    const missing = await readMissing(url)
    if (missing.length === 0) return true
    const now = missing.join('; ')
    if (now !== last) log(`not ready yet: ${now}`)
    last = now
    await sleep(100, undefined, { signal: closing }).catch(() => {})
  }
  return false
}

async function readMissing(url: string): Promise<string[]> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(30_000) })
    if (response.ok) return []
    const { parts } = (await response.json()) as Pick<Health, 'parts'>
    return Object.entries(parts).flatMap(([name, { ok, detail }]) => (ok ? [] : [`${name}: ${detail}`]))
  } catch {
    return ['web server: does not answer']
  }
}

export async function isResponding(url: string, withinMs: number): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(withinMs) })
    await response.body?.cancel()
    return true
  } catch {
    return false
  }
}

type WatchOptions = {
  part: SupervisedProcess
  url: string
  silentMs?: number
  startMs?: number
}

const SILENT_MS = 30_000
const START_MS = 180_000
const PROBES = 6

/**
 * Restarts a hanging process; any response counts as an answer. Counts failed probes, not time, because a suspended
 * machine is not a hung process. Returns a function that stops polling.
 */
export function watchHealth({
  part,
  url,
  silentMs = SILENT_MS,
  startMs = START_MS,
}: WatchOptions): () => void {
  const everyMs = silentMs / PROBES
  const stop = new AbortController()

  async function watch(): Promise<void> {
    let child = part.child()
    let failed = 0
    let hasAnswered = true
    while (!stop.signal.aborted) {
      const [isAnswered] = await Promise.all([
        isResponding(url, everyMs),
        sleep(everyMs, undefined, { signal: stop.signal }),
      ])
      if (part.child() !== child) {
        child = part.child()
        failed = 0
        hasAnswered = false
      } else if (isAnswered) {
        failed = 0
        hasAnswered = true
      } else {
        failed += 1
        const patienceMs = hasAnswered ? silentMs : startMs
        if (failed * everyMs < patienceMs) continue
        part.restart(`no answer for ${Math.round(patienceMs / 1_000)} seconds`)
        failed = 0
      }
    }
  }
  watch().catch((thrown) => {
    if (!stop.signal.aborted) throw thrown
  })
  return () => stop.abort()
}
