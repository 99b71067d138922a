import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Piscina } from 'piscina'

/** At least two, so that one owner's work never occupies all threads. */
export const THREADS = Math.max(2, Math.min(4, os.availableParallelism()))

const ENTRY = 'lib/kernel/threads/worker-thread.ts'
/** In Next's bundle, `import.meta.dirname` is not on disk; the web server starts in the project's folder. */
const ROOT = [
  path.resolve(/* turbopackIgnore: true */ import.meta.dirname ?? '.', '../../..'),
  process.cwd(),
].find((folder) => fs.existsSync(path.join(/* turbopackIgnore: true */ folder, ENTRY)))

const IDLE_MS = 60_000
/** A task that needs more ends its thread, and leaves the process alone. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

export function openThreadPool(): Piscina {
  return new Piscina({
    filename: absolutePath(ENTRY),
    minThreads: 1,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: HEAP,
    recordTiming: false,
    // Tasks work on foreign data and need neither settings nor secrets.
    env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
    execArgv: [],
  })
}

export function absolutePath(file: string): string {
  if (!ROOT) throw new Error(`${ENTRY} was not found. Run this program from the project folder.`)
  return path.join(ROOT, file)
}

type Waiting<Job> = { owner: string; job: Job }

/** A queue in which owners take turns, with at most `maxPerOwner` running and `maxWaiting` queued jobs per owner. */
export class FairQueue<Job> {
  /** Owners in turn, because a Map preserves insertion order. */
  private readonly waiting = new Map<string, Job[]>()
  private readonly running = new Map<string, number>()
  private readonly limits: { maxPerOwner: number; maxWaiting: number }

  constructor(limits: { maxPerOwner: number; maxWaiting: number }) {
    this.limits = limits
  }

  /** Returns false if the owner has as many jobs waiting as it may have. */
  add({ owner, job }: Waiting<Job>): boolean {
    const jobs = this.waiting.get(owner)
    if (!jobs) this.waiting.set(owner, [job])
    else if (jobs.length < this.limits.maxWaiting) jobs.push(job)
    else return false
    return true
  }

  /** Returns undefined if nobody waits, or all who wait have their share running. */
  take(): Waiting<Job> | undefined {
    for (const [owner, jobs] of this.waiting) {
      if ((this.running.get(owner) ?? 0) >= this.limits.maxPerOwner) continue
      const [job, ...rest] = jobs
      this.waiting.delete(owner)
      // The owner moves behind all others.
      if (rest.length > 0) this.waiting.set(owner, rest)
      this.running.set(owner, (this.running.get(owner) ?? 0) + 1)
      return { owner, job: job as Job }
    }
    return undefined
  }

  finish(owner: string): void {
    const left = (this.running.get(owner) ?? 1) - 1
    if (left > 0) this.running.set(owner, left)
    else this.running.delete(owner)
  }

  /** Returns false if the job is no longer waiting. */
  remove({ owner, job }: Waiting<Job>): boolean {
    const jobs = this.waiting.get(owner) ?? []
    const rest = jobs.filter((each) => each !== job)
    if (rest.length > 0) this.waiting.set(owner, rest)
    else this.waiting.delete(owner)
    return rest.length < jobs.length
  }
}
