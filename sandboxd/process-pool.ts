/**
 * Who gets which workerd process.
 *
 * A process belongs to the publisher of its first run and carries one run at a time. A few unclaimed ones are
 * kept started, so that nobody waits for a start. Each engine has a pool of its own.
 */
import fs from 'node:fs'
import { NoProcess, openLine } from './waiting-line.ts'
import { type ProcessSetup, startWorkerd, type WorkerdProcess } from './workerd-process.ts'

const RUNS_PER_PROCESS = 500
const IDLE_MS = 60_000

export type ProcessPool = {
  /** Resolves to a process that is this run's alone. Rejects with NoProcess, or with the signal's reason. */
  acquire(publisher: string, signal: AbortSignal): Promise<WorkerdProcess>
  /** Takes it back after a run; it is kept when it is alive, unworn and answers. */
  release(workerd: WorkerdProcess): Promise<void>
  counts(): PoolCounts
  close(): void
}

/** `capacity` is how many runs it can carry at once. */
export type PoolCounts = Record<'running' | 'idle' | 'starting' | 'waiting' | 'capacity', number>

/** Starts the spares. Rejects when the first process cannot be started. */
export async function openPool(setup: ProcessSetup): Promise<ProcessPool> {
  const line = openLine()
  const idle = new Set<WorkerdProcess>()
  const running = new Set<WorkerdProcess>()
  let starting = 0
  let closed = false

  const runsOf = (publisher: string) =>
    [...running].filter((workerd) => workerd.publisher === publisher).length
  const unclaimed = () => [...idle].filter((workerd) => workerd.publisher === null)

  await startOne()
  startMissing()

  return {
    acquire(publisher, signal) {
      const workerd = line.join(publisher, signal)
      serve()
      return workerd
    },

    async release(workerd) {
      const isFit = workerd.runs < RUNS_PER_PROCESS && !isWorn(workerd, setup) && (await workerd.hasPulse())
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
      for (const workerd of [...idle, ...running]) workerd.kill()
    },
  }

  /** Hands out what there is, then starts what is missing. */
  function serve(): void {
    if (closed) return
    for (const waiter of line.inTurn(runsOf)) {
      const workerd = [...idle].find((each) => each.publisher === waiter.publisher) ?? unclaimed()[0]
      if (!workerd) continue
      idle.delete(workerd)
      running.add(workerd)
      workerd.publisher = waiter.publisher
      workerd.runs += 1
      waiter.give(workerd)
    }
    startMissing()
  }

  function startMissing(): void {
    const room = setup.engine.maxProcesses - idle.size - running.size - starting
    const missing = setup.engine.spares + line.length() - unclaimed().length - starting
    for (let count = 0; count < Math.min(missing, room); count += 1) startOne().then(serve, refuseAll)
    // Full, and someone waits: an idle process of another publisher gives up its place.
    const [longestIdle] = idle
    if (line.length() > 0 && starting === 0) longestIdle?.kill()
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
    workerd.bootAhead()
    idle.add(workerd)
    const { runs } = workerd
    setTimeout(() => idle.has(workerd) && workerd.runs === runs && workerd.kill(), IDLE_MS).unref()
    serve()
  }

  /** No retry here: the next run to ask tries again, so a broken engine is not started in a loop. */
  function refuseAll(error: Error): void {
    if (closed) return
    console.error(`sandboxd: ${error.message}`)
    const refusal = new NoProcess('The sandbox cannot start its engine right now.')
    for (const waiter of line.inTurn(runsOf)) waiter.refuse(refusal)
  }
}

function isWorn({ pid }: WorkerdProcess, { leash, engine }: ProcessSetup): boolean {
  if (!leash.capsMemory) return false
  try {
    const dataPages = Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[5])
    return (dataPages * 4096) / (1024 * 1024) > engine.wornAtMb
  } catch {
    return true
  }
}
