import { setTimeout as sleep } from 'node:timers/promises'
import { logUnlessExpected } from '../logging/log.ts'

type Work = (ending: AbortSignal) => Promise<unknown>

const repeated: AbortController[] = []
const rounds = new Set<Promise<void>>()

/**
 * Calls `work` every `everyMs`, first after `firstMs`. A round that fails is logged, and the next one tries again. With
 * `mayOverlap` a round starts even while the one before it is still working.
 */
export function repeat(work: Work, everyMs: number, { mayOverlap = false, firstMs = everyMs } = {}): void {
  const ending = new AbortController()
  let isBusy = false
  const start = () => {
    if (isBusy && !mayOverlap) return
    isBusy = true
    const round = work(ending.signal)
      .then(() => {}, logUnlessExpected)
      .then(() => {
        isBusy = false
        rounds.delete(round)
      })
    rounds.add(round)
  }
  const timers = [setInterval(start, everyMs)]
  if (firstMs !== everyMs) timers.push(setTimeout(start, firstMs))
  ending.signal.addEventListener('abort', () => timers.forEach(clearInterval))
  repeated.push(ending)
}

/** Starts no more rounds, aborts `ending`, and waits at most `maxMs` for those in progress: they need what closes next. */
export async function endRounds(maxMs: number): Promise<void> {
  for (const ending of repeated.splice(0)) ending.abort()
  await Promise.race([Promise.all(rounds), sleep(maxMs, undefined, { ref: false })])
}

/** Performs the tasks one after another. A failure is logged and does not stop the rest. */
export async function runInSequence(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const task of tasks) {
    try {
      await task()
    } catch (thrown) {
      logUnlessExpected(thrown)
    }
  }
}
