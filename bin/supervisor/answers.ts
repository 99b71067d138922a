/** Waiting for the site. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from './part.ts'

/** Waits until something answers, well or not. Throws when `child` ends first, or after `withinMs`. */
export async function untilAnswers(
  url: string,
  child: () => ChildProcess | undefined,
  withinMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await answers(url))) {
    const { exitCode, signalCode } = child() ?? {}
    if (exitCode != null || signalCode) {
      throw new Error(`The web server stopped while starting (${signalCode ?? exitCode}).`)
    }
    if (Date.now() > deadline) throw new Error(`The web server did not answer on ${url}.`)
    await sleep(100)
  }
}

/** Waits until a part says that it is at work. One that does not in time is left to the health check to tell of. */
export async function untilAtWork(part: Part, withinMs = 15_000): Promise<void> {
  const child = part.child()
  const late = AbortSignal.timeout(withinMs)
  if (child) await once(child, 'message', { signal: late }).catch(() => {})
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(30_000) })
    return true
  } catch {
    return false
  }
}
