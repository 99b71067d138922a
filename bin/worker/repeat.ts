import { setTimeout as sleep } from 'node:timers/promises'
import { logUnlessExpected } from '#lib/logging/log.ts'

const timers: NodeJS.Timeout[] = []
const rounds = new Set<Promise<void>>()

/** A round that fails is logged, and the next one retries. Rounds do not overlap, unless they must not wait. */
export function repeat(work: () => Promise<unknown>, everyMs: number, { mayOverlap = false } = {}): void {
  let isBusy = false
  const start = () => {
    if (isBusy && !mayOverlap) return
    isBusy = true
    const round = work()
      .then(() => {}, logUnlessExpected)
      .then(() => {
        isBusy = false
        rounds.delete(round)
      })
    rounds.add(round)
  }
  timers.push(setInterval(start, everyMs))
}

/** Starts no more rounds, and waits for those in progress, but not longer than `maxMs`: they need what closes next. */
export async function endRounds(maxMs: number): Promise<void> {
  for (const timer of timers.splice(0)) clearInterval(timer)
  await Promise.race([Promise.all(rounds), sleep(maxMs, undefined, { ref: false })])
}
