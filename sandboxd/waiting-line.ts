/**
 * The line of runs that wait for a process: short, and left by whoever is tired of it.
 *
 * The next turn goes to the publisher who has the fewest runs going, and among equals to whoever came first.
 */
import { MAX_WAIT_MS, MAX_WAITING } from './limits.ts'
import type { WorkerdProcess } from './workerd-process.ts'

/** Why there is no process: a sentence for whoever asked for the run. */
export class NoProcess extends Error {}

export type Waiter = {
  publisher: string
  /** Each ends the wait. */
  give(workerd: WorkerdProcess): void
  refuse(error: Error): void
}

export type WaitingLine = {
  length(): number
  /** Rejects with NoProcess when the line is full or the wait too long, and with the signal's reason. */
  join(publisher: string, signal: AbortSignal): Promise<WorkerdProcess>
  /** Everyone, whose turn is first in front. */
  inTurn(runsOf: (publisher: string) => number): Waiter[]
}

export function openLine(): WaitingLine {
  const waiters = new Set<Waiter>()

  return {
    length: () => waiters.size,
    inTurn: (runsOf) => [...waiters].sort((a, b) => runsOf(a.publisher) - runsOf(b.publisher)),

    join(publisher, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<WorkerdProcess>()
      if (signal.aborted) reject(signal.reason)
      else if (waiters.size >= MAX_WAITING)
        reject(new NoProcess('The sandbox is busy. Try again in a moment.'))
      else waiters.add(makeWaiter())
      return promise

      function makeWaiter(): Waiter {
        const leave = () => waiter.refuse(signal.reason)
        const tire = () => waiter.refuse(new NoProcess('The sandbox is busy. Try again in a moment.'))
        const timer = setTimeout(tire, MAX_WAIT_MS)
        signal.addEventListener('abort', leave)
        const goesAway = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
          waiters.delete(waiter)
        }
        const waiter: Waiter = {
          publisher,
          give(workerd) {
            goesAway()
            resolve(workerd)
          },
          refuse(error) {
            goesAway()
            reject(error)
          },
        }
        return waiter
      }
    },
  }
}
