/**
 * A process runs one job at a time, all of one publisher. If there are too many, the longest idle one ends.
 *
 * An owner (an organisation or a person) can hold half of the processes, so that runs which only sleep never keep
 * everyone else out.
 */

import { MAX_QUEUE_WAIT_MS } from '../../lib/sandbox/sandbox.ts'
import { MAX_NESTED_RUNS } from '../job/job.ts'
import { readProcessMemory } from '../os/read-proc.ts'
import { type ProcessSetup, startWorkerd, type WorkerdProcess } from '../process/workerd-process.ts'
import { listOwners, NoProcessError, openRunQueue, type ProcessClaim, type RunQueue } from './run-queue.ts'

const IDLE_MS = 60_000

export type ProcessPool = {
  /** Resolves with a process reserved for this run. Rejects with NoProcess, or with the signal's reason. */
  acquire(claim: ProcessClaim, signal: AbortSignal): Promise<WorkerdProcess>
  /** Returns a process after a run; it is reused if allowed, alive, healthy and not due for recycling. */
  release(workerd: WorkerdProcess): Promise<void>
  counts(): PoolCounts
  /** Returns true if the run would have to wait for others to end. */
  isFullFor(claim: ProcessClaim): boolean
  /**
   * Rejects waiting runs, kills every process, and resolves when all of them and their descendants are gone.
   * Never rejects.
   */
  close(): Promise<void>
}

export type PoolCounts = Record<'running' | 'idle' | 'starting' | 'waiting' | 'capacity', number>

/** Starts the spare processes. Rejects if the first one fails to start. */
export async function openProcessPool(setup: ProcessSetup): Promise<ProcessPool> {
  const pool = new Pool(setup)
  await pool.startOne()
  pool.startMissing()
  return pool
}

class Pool implements ProcessPool {
  readonly #setup: ProcessSetup
  readonly #queue: RunQueue
  readonly #idle = new Set<WorkerdProcess>()
  readonly #running = new Map<WorkerdProcess, ProcessClaim>()
  readonly #alive = new Set<WorkerdProcess>()
  readonly #starting = new Set<Promise<void>>()
  readonly #closing = new AbortController()

  constructor(setup: ProcessSetup) {
    const closing = AbortSignal.any([this.#closing.signal, ...(setup.closing ? [setup.closing] : [])])
    this.#setup = { ...setup, closing }
    this.#queue = openRunQueue(MAX_QUEUE_WAIT_MS[setup.engine.lane])
  }

  acquire(claim: ProcessClaim, signal: AbortSignal): Promise<WorkerdProcess> {
    if (this.#closing.signal.aborted) return Promise.reject(closingError())
    const workerd = this.#queue.join(claim, signal)
    this.#assignProcesses()
    return workerd
  }

  async release(workerd: WorkerdProcess): Promise<void> {
    const isFit =
      !this.#running.get(workerd)?.isSingleUse &&
      !isDueForRecycling(workerd, this.#setup) &&
      (await workerd.isResponsive({ prewarm: this.#hasNoBacklog() }))
    if (!isFit) workerd.kill()
    else if (this.#running.delete(workerd)) this.#addIdle(workerd)
  }

  counts(): PoolCounts {
    return {
      running: this.#running.size,
      idle: this.#idle.size,
      starting: this.#starting.size,
      waiting: this.#queue.length(),
      capacity: this.#setup.engine.maxProcesses,
    }
  }

  isFullFor(claim: ProcessClaim): boolean {
    return this.#queue.length() >= this.#roomAt(depthOf(claim)) || !this.#isWithinShare(claim)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const waiter of this.#waiting()) waiter.refuse(closingError())
    await Promise.allSettled(this.#starting)
    await Promise.all([...this.#alive].map((workerd) => workerd.end()))
  }

  startOne(): Promise<void> {
    const start = this.#startAndAdd().finally(() => this.#starting.delete(start))
    this.#starting.add(start)
    return start
  }

  startMissing(): void {
    const { spares } = this.#setup.engine
    // Others wait for their owner's runs to end, and not for a process.
    const startable = this.#waiting().filter(({ claim }) => this.#isWithinShare(claim))
    const deepest = Math.max(0, ...startable.map(({ claim }) => depthOf(claim)))
    const missing = spares + startable.length - this.#unclaimed().length - this.#starting.size
    const room = () => this.#roomAt(deepest) - this.#idle.size - this.#starting.size
    for (let count = 0; count < missing && (room() > 0 || this.#retireOne()); count += 1)
      this.startOne()
        .then(
          () => this.#assignProcesses(),
          (error: Error) => this.#refuseAll(error),
        )
        .then(() => this.#prewarmIdle())
  }

  #waiting() {
    return this.#queue.inOrder((owner) => this.#countRunning(MAX_NESTED_RUNS, owner))
  }

  /** Counts runs that are nested at most `depth` deep. */
  #countRunning(depth: number, owner?: string): number {
    return [...this.#running.values()].filter(
      (claim) => depthOf(claim) <= depth && (owner === undefined || listOwners(claim).includes(owner)),
    ).length
  }

  #unclaimed(): WorkerdProcess[] {
    return [...this.#idle].filter((workerd) => workerd.publisher === null)
  }

  #assignProcesses(): void {
    if (this.#closing.signal.aborted) return
    while (this.#assignNext());
    this.startMissing()
  }

  #assignNext(): boolean {
    for (const { claim, assign } of this.#waiting()) {
      const hasRoom = this.#roomAt(depthOf(claim)) > 0
      const workerd = hasRoom && this.#isWithinShare(claim) ? this.#findProcessFor(claim) : undefined
      if (!workerd) continue
      this.#idle.delete(workerd)
      this.#running.set(workerd, claim)
      workerd.publisher = claim.publisher
      workerd.runs += 1
      assign(workerd)
      return true
    }
    return false
  }

  /**
   * Runs wait for the runs that they call. So that they never wait for each other, each level of nested runs has one
   * process more in every share than the level above, and only runs of the same or a higher level count: when waiting
   * runs fill all of them, the innermost one can still proceed.
   */
  #shareAt(depth: number): number {
    return Math.max(1, Math.floor(this.#setup.engine.maxProcesses / 2)) + depth
  }

  #capacityAt(depth: number): number {
    return this.#setup.engine.maxProcesses + 2 * depth
  }

  #isWithinShare(claim: ProcessClaim): boolean {
    const depth = depthOf(claim)
    return listOwners(claim).every((owner) => this.#countRunning(depth, owner) < this.#shareAt(depth))
  }

  /** Returns how many more runs of this level can run. Limits all levels together, because each process takes memory. */
  #roomAt(depth: number): number {
    return Math.min(
      this.#capacityAt(depth) - this.#countRunning(depth),
      this.#capacityAt(MAX_NESTED_RUNS) - this.#running.size,
    )
  }

  #findProcessFor({ publisher, isSingleUse, head }: ProcessClaim): WorkerdProcess | undefined {
    const own = isSingleUse ? [] : [...this.#idle].filter((workerd) => workerd.publisher === publisher)
    const ready = head === undefined ? undefined : own.find((workerd) => workerd.hasPrewarmed(head))
    return ready ?? own[0] ?? this.#unclaimed()[0]
  }

  #retireOne(): boolean {
    const oldest = [...this.#idle].find((workerd) => workerd.publisher !== null)
    if (oldest) this.#retire(oldest)
    return oldest !== undefined
  }

  /** The process is removed first, so that no run gets it while it dies. */
  #retire(workerd: WorkerdProcess): void {
    this.#idle.delete(workerd)
    workerd.kill()
  }

  async #startAndAdd(): Promise<void> {
    const workerd = await startWorkerd(this.#setup)
    this.#alive.add(workerd)
    workerd.died.then(() => this.#removeExited(workerd))
    if (!this.#closing.signal.aborted) this.#idle.add(workerd)
  }

  #removeExited(workerd: WorkerdProcess): void {
    this.#alive.delete(workerd)
    this.#idle.delete(workerd)
    this.#running.delete(workerd)
    this.#assignProcesses()
  }

  #addIdle(workerd: WorkerdProcess): void {
    this.#idle.add(workerd)
    const { runs } = workerd
    const retireIfUnused = () => this.#idle.has(workerd) && workerd.runs === runs && this.#retire(workerd)
    setTimeout(retireIfUnused, IDLE_MS).unref()
    this.#assignProcesses()
    this.#prewarmIdle()
  }

  /** Prewarming must not compete with waiting runs and starting processes. */
  #hasNoBacklog(): boolean {
    return this.#queue.length() === 0 && this.#starting.size === 0
  }

  #prewarmIdle(): void {
    if (this.#hasNoBacklog()) for (const workerd of this.#idle) workerd.prewarm()
  }

  /** Does not retry: the next run does, so that a broken engine does not restart in a loop. */
  #refuseAll(error: Error): void {
    if (this.#closing.signal.aborted) return
    console.error(`sandboxd: ${error.message}`)
    const refusal = new NoProcessError('The sandbox cannot start its engine right now.')
    for (const waiter of this.#waiting()) waiter.refuse(refusal)
  }
}

function depthOf({ depth = 0 }: ProcessClaim): number {
  return depth
}

function closingError(): NoProcessError {
  return new NoProcessError('The sandbox is shutting down. Try again in a moment.', 'busy')
}

/** Processes are recycled, because retained memory would fail or slow a later run. */
const MAX_RUNS_PER_PROCESS = 500
export function isDueForRecycling(
  { pid, runs }: WorkerdProcess,
  { engine, rlimitWrapper }: ProcessSetup,
): boolean {
  if (runs >= MAX_RUNS_PER_PROCESS) return true
  const memory = readProcessMemory(pid)
  // Where memory is limited, /proc is available, so the process has exited.
  if (!memory) return rlimitWrapper.limitsMemory
  return memory.dataMb > engine.recycleAtMb || memory.rssMb > engine.recycleAtRssMb
}
