/**
 * Who gets which workerd process.
 *
 * A process belongs to the publisher of its first run and carries one run at a time. A few unclaimed ones are
 * kept started, so that nobody waits for a start; when there are too many processes, the one that was idle longest
 * gives up its place. Each engine has a pool of its own.
 */

import { type Claim, NoProcess, openLine, organisationOf } from './waiting-line.ts'
import { isWorn } from './wear.ts'
import { type ProcessSetup, startWorkerd, type WorkerdProcess } from './workerd-process.ts'

const IDLE_MS = 60_000

export type ProcessPool = {
  /** Resolves to a process that is this run's alone. Rejects with NoProcess, or with the signal's reason. */
  acquire(claim: Claim, signal: AbortSignal): Promise<WorkerdProcess>
  /** Takes it back after a run; it is kept when it may be used again, is alive, unworn and answers. */
  release(workerd: WorkerdProcess): Promise<void>
  counts(): PoolCounts
  close(): void
}

/** `capacity` is how many runs it can carry at once. */
export type PoolCounts = Record<'running' | 'idle' | 'starting' | 'waiting' | 'capacity', number>

/** Starts the spares. Rejects when the first process cannot be started. */
export async function openPool(setup: ProcessSetup): Promise<ProcessPool> {
  const line = openLine()
  /** The longest idle first. */
  const idle = new Set<WorkerdProcess>()
  const running = new Map<WorkerdProcess, Claim>()
  let starting = 0
  let closed = false

  const runsOf = (organisation: string) =>
    [...running.values()].filter((claim) => organisationOf(claim) === organisation).length
  const unclaimed = () => [...idle].filter((workerd) => workerd.publisher === null)

  await startOne()
  startMissing()

  return {
    acquire(claim, signal) {
      const workerd = line.join(claim, signal)
      serve()
      return workerd
    },

    async release(workerd) {
      const isFit =
        !running.get(workerd)?.isSingleUse &&
        !isWorn(workerd, setup) &&
        (await workerd.hasPulse({ bootAhead: isCalm() }))
      if (!isFit) workerd.kill()
      else if (running.delete(workerd)) keep(workerd)
    },

    counts: () => ({
      running: running.size,
      idle: idle.size,
      starting,
      waiting: line.length(),
      capacity: setup.engine.maxProcesses,
    }),

    close() {
      closed = true
      for (const workerd of [...idle, ...running.keys()]) workerd.kill()
    },
  }

  /** Hands out what there is, then starts what is missing. */
  function serve(): void {
    if (closed) return
    while (serveNext());
    startMissing()
  }

  /** False when there is nobody whom any process would suit. */
  function serveNext(): boolean {
    for (const { claim, give } of line.inTurn(runsOf)) {
      const workerd = running.size < roomFor(claim) ? findFor(claim) : undefined
      if (!workerd) continue
      idle.delete(workerd)
      running.set(workerd, claim)
      workerd.publisher = claim.publisher
      workerd.runs += 1
      give(workerd)
      return true
    }
    return false
  }

  /**
   * Each level of runs that wait for one another has one place more than the one above it. So when every place is taken
   * by runs that wait, the deepest of them still gets what it waits for.
   */
  function roomFor({ depth = 0 }: Claim): number {
    return setup.engine.maxProcesses + depth
  }

  function findFor({ publisher, isSingleUse, head }: Claim): WorkerdProcess | undefined {
    const own = isSingleUse ? [] : [...idle].filter((workerd) => workerd.publisher === publisher)
    const ready = head === undefined ? undefined : own.find((workerd) => workerd.isReadyFor(head))
    return ready ?? own[0] ?? unclaimed()[0]
  }

  function startMissing(): void {
    const { spares } = setup.engine
    const deepest = Math.max(0, ...line.inTurn(runsOf).map(({ claim }) => claim.depth ?? 0))
    const missing = spares + line.length() - unclaimed().length - starting
    const room = () => roomFor({ publisher: '', depth: deepest }) - idle.size - running.size - starting
    for (let count = 0; count < missing && (room() > 0 || retireOne()); count += 1)
      startOne().then(serve, refuseAll).then(bootAhead)
  }

  /** Makes room by ending the process that was idle longest. False when there is none that anybody has used. */
  function retireOne(): boolean {
    const oldest = [...idle].find((workerd) => workerd.publisher !== null)
    if (oldest) retire(oldest)
    return oldest !== undefined
  }

  /** Nobody is given one that is about to die. */
  function retire(workerd: WorkerdProcess): void {
    idle.delete(workerd)
    workerd.kill()
  }

  async function startOne(): Promise<void> {
    starting += 1
    try {
      const workerd = await startWorkerd(setup)
      if (closed) return workerd.kill()
      idle.add(workerd)
      workerd.died.then(() => forget(workerd))
    } finally {
      starting -= 1
    }
  }

  function forget(workerd: WorkerdProcess): void {
    idle.delete(workerd)
    running.delete(workerd)
    serve()
  }

  function keep(workerd: WorkerdProcess): void {
    idle.add(workerd)
    const { runs } = workerd
    setTimeout(() => idle.has(workerd) && workerd.runs === runs && retire(workerd), IDLE_MS).unref()
    serve()
    bootAhead()
  }

  /** Nobody waits, and nothing is started that somebody may wait for: what is done ahead is in nobody's way. */
  function isCalm(): boolean {
    return line.length() === 0 && starting === 0
  }

  function bootAhead(): void {
    if (isCalm()) for (const workerd of idle) workerd.bootAhead()
  }

  /** No retry here: the next run to ask tries again, so a broken engine is not started in a loop. */
  function refuseAll(error: Error): void {
    if (closed) return
    console.error(`sandboxd: ${error.message}`)
    const refusal = new NoProcess('The sandbox cannot start its engine right now.')
    for (const waiter of line.inTurn(runsOf)) waiter.refuse(refusal)
  }
}
