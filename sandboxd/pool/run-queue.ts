/**
 * Fair per organisation: the next turn goes to the organisation with the fewest active runs, then to the one
 * whose last turn is longest ago.
 */
import type { Unavailability } from '../../lib/sandbox/sandbox.ts'
import { MAX_QUEUE_WAIT_MS, MAX_QUEUED_JOBS } from '../job/job.ts'
import type { WorkerdProcess } from '../process/workerd-process.ts'

export class NoProcessError extends Error {
  readonly reason: Unavailability | undefined

  constructor(message: string, reason?: Unavailability) {
    super(message)
    this.reason = reason
  }
}

export type ProcessClaim = {
  /** The code's publisher: a process runs the code of one publisher only. */
  publisher: string
  organisation?: string
  /** The process must be unused and is not reused. */
  isSingleUse?: boolean
  /** The isolate's head: a process that has prewarmed it is preferred. */
  head?: string
  depth?: number
}

type QueuedRun = {
  claim: ProcessClaim
  /** `assign` and `refuse` both end the wait. */
  assign(workerd: WorkerdProcess): void
  refuse(error: Error): void
}

type RunQueue = {
  length(): number
  /** Rejects with NoProcessError when the queue is full or the wait too long, and with the signal's reason. */
  join(claim: ProcessClaim, signal: AbortSignal): Promise<WorkerdProcess>
  inOrder(runsOf: (organisation: string) => number): QueuedRun[]
}

export function organisationOf({ organisation, publisher }: ProcessClaim): string {
  return organisation ?? publisher
}

export function openRunQueue(): RunQueue {
  const waiters = new Set<QueuedRun>()
  /** The value of `turns` at each waiting organisation's last turn. */
  const lastTurns = new Map<string, number>()
  let turns = 0
  const lastTurnOf = (claim: ProcessClaim) => lastTurns.get(organisationOf(claim)) ?? 0

  return {
    length: () => waiters.size,

    inOrder(runsOf) {
      const runs = ({ claim }: QueuedRun) => runsOf(organisationOf(claim))
      return [...waiters].sort((a, b) => runs(a) - runs(b) || lastTurnOf(a.claim) - lastTurnOf(b.claim))
    },

    join(claim, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<WorkerdProcess>()
      if (signal.aborted) reject(signal.reason)
      else if (waiters.size >= MAX_QUEUED_JOBS) reject(busyError())
      else waiters.add(makeQueuedRun())
      return promise

      function makeQueuedRun(): QueuedRun {
        const onAbort = () => waiter.refuse(signal.reason)
        const timer = setTimeout(() => waiter.refuse(busyError()), MAX_QUEUE_WAIT_MS)
        signal.addEventListener('abort', onAbort)
        const leaveQueue = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          waiters.delete(waiter)
          if (waiters.size === 0) lastTurns.clear()
        }
        const waiter: QueuedRun = {
          claim,
          assign(workerd) {
            turns += 1
            lastTurns.set(organisationOf(claim), turns)
            leaveQueue()
            resolve(workerd)
          },
          refuse(error) {
            leaveQueue()
            reject(error)
          },
        }
        return waiter
      }
    },
  }
}

function busyError(): NoProcessError {
  return new NoProcessError('The sandbox is busy. Try again in a moment.', 'busy')
}
