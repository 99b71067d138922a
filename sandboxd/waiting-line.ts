/**
 * The line of runs that wait for a process: short, and left by whoever is tired of it.
 *
 * It is fair to organisations, not to runs: the next turn goes to the one that has the fewest runs going, among equals
 * to the one whose last turn is longest ago, and within it to whoever came first.
 */
import type { Unavailability } from '../lib/sandbox/sandbox.ts'
import { MAX_WAIT_MS, MAX_WAITING } from './limits.ts'
import type { WorkerdProcess } from './workerd-process.ts'

/** Why there is no process: a sentence for whoever asked for the run. */
export class NoProcess extends Error {
  readonly reason: Unavailability | undefined

  constructor(message: string, reason?: Unavailability) {
    super(message)
    this.reason = reason
  }
}

/** What a run asks of a process. */
export type Claim = {
  /** Whose code it is: a process runs one publisher's only. */
  publisher: string
  /** Who runs it, and so whose turn it is. The publisher, where nobody else is named. */
  organisation?: string
  /** The process is to be used for nothing before and nothing after. */
  isSingleUse?: boolean
  /** What its isolate is made from: a process that has made one already is taken first. */
  head?: string
  /** How many other runs are waiting for this one to end. */
  depth?: number
}

export type Waiter = {
  claim: Claim
  /** Each ends the wait. */
  give(workerd: WorkerdProcess): void
  refuse(error: Error): void
}

export type WaitingLine = {
  length(): number
  /** Rejects with NoProcess when the line is full or the wait too long, and with the signal's reason. */
  join(claim: Claim, signal: AbortSignal): Promise<WorkerdProcess>
  /** Everyone, whose turn is first in front. */
  inTurn(runsOf: (organisation: string) => number): Waiter[]
}

export function organisationOf({ organisation, publisher }: Claim): string {
  return organisation ?? publisher
}

export function openLine(): WaitingLine {
  const waiters = new Set<Waiter>()
  /** When each organisation that waits had its last turn, counted in turns. */
  const lastTurns = new Map<string, number>()
  let turns = 0
  const lastTurnOf = (claim: Claim) => lastTurns.get(organisationOf(claim)) ?? 0

  return {
    length: () => waiters.size,

    inTurn(runsOf) {
      const runs = ({ claim }: Waiter) => runsOf(organisationOf(claim))
      return [...waiters].sort((a, b) => runs(a) - runs(b) || lastTurnOf(a.claim) - lastTurnOf(b.claim))
    },

    join(claim, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<WorkerdProcess>()
      if (signal.aborted) reject(signal.reason)
      else if (waiters.size >= MAX_WAITING) reject(isBusy())
      else waiters.add(makeWaiter())
      return promise

      function makeWaiter(): Waiter {
        const leave = () => waiter.refuse(signal.reason)
        const timer = setTimeout(() => waiter.refuse(isBusy()), MAX_WAIT_MS)
        signal.addEventListener('abort', leave)
        const goesAway = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
          waiters.delete(waiter)
          if (waiters.size === 0) lastTurns.clear()
        }
        const waiter: Waiter = {
          claim,
          give(workerd) {
            turns += 1
            lastTurns.set(organisationOf(claim), turns)
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

function isBusy(): NoProcess {
  return new NoProcess('The sandbox is busy. Try again in a moment.', 'busy')
}
