/**
 * A process belongs to the publisher of its first run and executes one run at a time. When there are too many
 * processes, the longest idle one is ended.
 */

import { isDueForRecycling } from '../process/recycling.ts'
import { type ProcessSetup, startWorkerd, type WorkerdProcess } from '../process/workerd-process.ts'
import { NoProcessError, openRunQueue, organisationOf, type ProcessClaim } from './run-queue.ts'

const IDLE_MS = 60_000

export type ProcessPool = {
  /** Resolves with a process reserved for this run. Rejects with NoProcess, or with the signal's reason. */
  acquire(claim: ProcessClaim, signal: AbortSignal): Promise<WorkerdProcess>
  /** Returns a process after a run; it is reused if allowed, alive, healthy and not due for recycling. */
  release(workerd: WorkerdProcess): Promise<void>
  counts(): PoolCounts
  /**
   * Rejects waiting runs, kills every process, and resolves when all of them and their descendants are gone.
   * Never rejects.
   */
  close(): Promise<void>
}

export type PoolCounts = Record<'running' | 'idle' | 'starting' | 'waiting' | 'capacity', number>

/** Starts the spare processes. Rejects if the first one fails to start. */
export async function openProcessPool(setup: ProcessSetup): Promise<ProcessPool> {
  const queue = openRunQueue()
  const idle = new Set<WorkerdProcess>()
  const running = new Map<WorkerdProcess, ProcessClaim>()
  const alive = new Set<WorkerdProcess>()
  const starting = new Set<Promise<void>>()
  const closing = new AbortController()
  const startSetup = {
    ...setup,
    closing: AbortSignal.any([closing.signal, ...(setup.closing ? [setup.closing] : [])]),
  }

  const runsOf = (organisation: string) =>
    [...running.values()].filter((claim) => organisationOf(claim) === organisation).length
  const unclaimed = () => [...idle].filter((workerd) => workerd.publisher === null)

  await startOne()
  startMissing()

  return {
    acquire(claim, signal) {
      if (closing.signal.aborted) return Promise.reject(closingError())
      const workerd = queue.join(claim, signal)
      assignProcesses()
      return workerd
    },

    async release(workerd) {
      const isFit =
        !running.get(workerd)?.isSingleUse &&
        !isDueForRecycling(workerd, setup) &&
        (await workerd.isResponsive({ prewarm: hasNoBacklog() }))
      if (!isFit) workerd.kill()
      else if (running.delete(workerd)) addIdle(workerd)
    },

    counts: () => ({
      running: running.size,
      idle: idle.size,
      starting: starting.size,
      waiting: queue.length(),
      capacity: setup.engine.maxProcesses,
    }),

    async close() {
      closing.abort()
      for (const waiter of queue.inOrder(runsOf)) waiter.refuse(closingError())
      await Promise.allSettled(starting)
      await Promise.all([...alive].map((workerd) => workerd.end()))
    },
  }

  function assignProcesses(): void {
    if (closing.signal.aborted) return
    while (assignNext());
    startMissing()
  }

  function assignNext(): boolean {
    for (const { claim, assign } of queue.inOrder(runsOf)) {
      const workerd = running.size < capacityFor(claim) ? findProcessFor(claim) : undefined
      if (!workerd) continue
      idle.delete(workerd)
      running.set(workerd, claim)
      workerd.publisher = claim.publisher
      workerd.runs += 1
      assign(workerd)
      return true
    }
    return false
  }

  /**
   * Each level of nested runs has one slot more than its parent's level. So when waiting runs fill every
   * slot, the innermost run can still proceed.
   */
  function capacityFor({ depth = 0 }: ProcessClaim): number {
    return setup.engine.maxProcesses + depth
  }

  function findProcessFor({ publisher, isSingleUse, head }: ProcessClaim): WorkerdProcess | undefined {
    const own = isSingleUse ? [] : [...idle].filter((workerd) => workerd.publisher === publisher)
    const ready = head === undefined ? undefined : own.find((workerd) => workerd.hasPrewarmed(head))
    return ready ?? own[0] ?? unclaimed()[0]
  }

  function startMissing(): void {
    const { spares } = setup.engine
    const deepest = Math.max(0, ...queue.inOrder(runsOf).map(({ claim }) => claim.depth ?? 0))
    const missing = spares + queue.length() - unclaimed().length - starting.size
    const room = () =>
      capacityFor({ publisher: '', depth: deepest }) - idle.size - running.size - starting.size
    for (let count = 0; count < missing && (room() > 0 || retireOne()); count += 1)
      startOne().then(assignProcesses, refuseAll).then(prewarmIdle)
  }

  function retireOne(): boolean {
    const oldest = [...idle].find((workerd) => workerd.publisher !== null)
    if (oldest) retire(oldest)
    return oldest !== undefined
  }

  /** Removed first, so that it is not assigned while dying. */
  function retire(workerd: WorkerdProcess): void {
    idle.delete(workerd)
    workerd.kill()
  }

  function startOne(): Promise<void> {
    const start = startAndAdd().finally(() => starting.delete(start))
    starting.add(start)
    return start
  }

  async function startAndAdd(): Promise<void> {
    const workerd = await startWorkerd(startSetup)
    alive.add(workerd)
    workerd.died.then(() => removeExited(workerd))
    if (!closing.signal.aborted) idle.add(workerd)
  }

  function removeExited(workerd: WorkerdProcess): void {
    alive.delete(workerd)
    idle.delete(workerd)
    running.delete(workerd)
    assignProcesses()
  }

  function addIdle(workerd: WorkerdProcess): void {
    idle.add(workerd)
    const { runs } = workerd
    setTimeout(() => idle.has(workerd) && workerd.runs === runs && retire(workerd), IDLE_MS).unref()
    assignProcesses()
    prewarmIdle()
  }

  /** Nothing waits or starts, so prewarming does not compete. */
  function hasNoBacklog(): boolean {
    return queue.length() === 0 && starting.size === 0
  }

  function prewarmIdle(): void {
    if (hasNoBacklog()) for (const workerd of idle) workerd.prewarm()
  }

  /** No retry here: the next run tries again, so a broken engine does not restart in a loop. */
  function refuseAll(error: Error): void {
    if (closing.signal.aborted) return
    console.error(`sandboxd: ${error.message}`)
    const refusal = new NoProcessError('The sandbox cannot start its engine right now.')
    for (const waiter of queue.inOrder(runsOf)) waiter.refuse(refusal)
  }
}

function closingError(): NoProcessError {
  return new NoProcessError('The sandbox is shutting down. Try again in a moment.', 'busy')
}
