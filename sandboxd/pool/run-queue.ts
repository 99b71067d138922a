/**
 * The queue of runs that wait for a process. Owners, which are organisations and people, take turns: the next turn goes to the
 * run whose owners have the fewest active runs, then to the one whose owners' last turn is longest ago. An owner can fill half
 * of the queue.
 */
import { MAX_QUEUE_WAIT_MS, type Unavailability } from '../../lib/sandbox/sandbox.ts'
import { MAX_QUEUED_JOBS } from '../job/job.ts'
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
  person?: string | undefined
  /** The process must be unused, and no other run uses it afterwards. */
  isSingleUse?: boolean
  /** What the isolate is created from: a process that has prewarmed it is preferred. */
  head?: string
  depth?: number
}

type QueuedRun = {
  claim: ProcessClaim
  /** Ends the wait with a process, as `refuse` does with an error. */
  assign(workerd: WorkerdProcess): void
  refuse(error: Error): void
}

export type RunQueue = {
  length(): number
  /** Rejects with NoProcessError when the queue is full or the wait too long, and with the signal's reason. */
  join(claim: ProcessClaim, signal: AbortSignal): Promise<WorkerdProcess>
  /** Returns the waiting runs, the next one first. `runsOf` counts an owner's active runs. */
  inOrder(runsOf: (owner: string) => number): QueuedRun[]
}

/** Returns keys of the organisation and, if known, the person. */
export function listOwners({ organisation, publisher, person }: ProcessClaim): string[] {
  const owner = `organisation ${organisation ?? publisher}`
  return person === undefined ? [owner] : [owner, `person ${person}`]
}

const MAX_QUEUED_JOBS_PER_OWNER = MAX_QUEUED_JOBS / 2

export function openRunQueue(maxWaitMs: number = MAX_QUEUE_WAIT_MS.quick): RunQueue {
  const waiters = new Set<QueuedRun>()
  /** The value of `turns` at each waiting owner's last turn. */
  const lastTurns = new Map<string, number>()
  let turns = 0
  const lastTurnOf = (claim: ProcessClaim) =>
    Math.max(...listOwners(claim).map((owner) => lastTurns.get(owner) ?? 0))
  const isFullFor = (claim: ProcessClaim) => {
    const waitingOf = (owner: string) =>
      [...waiters].filter((waiter) => listOwners(waiter.claim).includes(owner)).length
    return (
      waiters.size >= MAX_QUEUED_JOBS ||
      listOwners(claim).some((owner) => waitingOf(owner) >= MAX_QUEUED_JOBS_PER_OWNER)
    )
  }

  return {
    length: () => waiters.size,

    inOrder(runsOf) {
      const runs = ({ claim }: QueuedRun) => Math.max(...listOwners(claim).map(runsOf))
      return [...waiters].sort((a, b) => runs(a) - runs(b) || lastTurnOf(a.claim) - lastTurnOf(b.claim))
    },

    join(claim, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<WorkerdProcess>()
      if (signal.aborted) reject(signal.reason)
      else if (isFullFor(claim)) reject(busyError())
      else waiters.add(makeQueuedRun())
      return promise

      function makeQueuedRun(): QueuedRun {
        const onAbort = () => waiter.refuse(signal.reason)
        const timer = setTimeout(() => waiter.refuse(busyError()), maxWaitMs)
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
            for (const owner of listOwners(claim)) lastTurns.set(owner, turns)
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
