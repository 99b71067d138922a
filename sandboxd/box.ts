/**
 * Every engine of this host, each with its processes.
 *
 * JavaScript is there from the start. Python is prepared beside it, which takes seconds the first time; a job that
 * comes meanwhile waits, and when it fails the jobs are told and the next one tries again.
 */
import type { BoxReport, Outcome, SandboxJob } from '../lib/sandbox/sandbox.ts'
import type { Listener } from './listener.ts'
import { openPool, type PoolCounts, type ProcessPool } from './process-pool.ts'
import { pythonEngine } from './python-engine.ts'
import { runJob } from './run-job.ts'
import type { ProcessSetup } from './workerd-process.ts'

const NO_PYTHON: Outcome = {
  kind: 'unavailable',
  message: 'The sandbox cannot start its Python engine right now.',
  durationMs: 0,
  logs: [],
}

const UNJAILED: Outcome = {
  kind: 'unavailable',
  reason: 'unjailed',
  message: 'This host has no jail around the engine, so code that nobody has reviewed is not run on it.',
  durationMs: 0,
  logs: [],
}

export type Box = {
  /** Never rejects: an engine that cannot be had is an outcome too. */
  run(job: SandboxJob, listener: Listener): Promise<Outcome>
  /** Has Python ready before anybody asks for it. Never rejects. */
  preparePython(): Promise<void>
  /** Whether a job for this engine would have to wait for a process. */
  isFull(runtime: SandboxJob['runtime']): boolean
  report(): PoolCounts & Pick<BoxReport, 'python'>
  close(): void
}

/** `cacheFolder` keeps Python's snapshot. Rejects when not even JavaScript can be had. */
export async function openBox(setup: ProcessSetup, cacheFolder: string): Promise<Box> {
  const javascript = await openPool(setup)
  const pools: Partial<Record<SandboxJob['runtime'], ProcessPool>> = { javascript }
  let python: Promise<ProcessPool> | undefined

  /** Undefined, and the reason in our own log, when it cannot be had. */
  async function pythonPool(): Promise<ProcessPool | undefined> {
    python ??= openPython()
    return python.catch((error: Error) => {
      python = undefined
      console.error(`sandboxd: ${error.message}`)
      return undefined
    })
  }

  async function openPython(): Promise<ProcessPool> {
    const pool = await openPool({ ...setup, engine: await pythonEngine(setup, cacheFolder) })
    pools.python = pool
    return pool
  }

  return {
    async run(job, listener) {
      if (job.isUnreviewed && setup.jail.name === 'none') return UNJAILED
      const pool = job.runtime === 'python' ? await pythonPool() : javascript
      return pool ? runJob(pool, job, listener) : NO_PYTHON
    },

    async preparePython() {
      await pythonPool()
    },

    isFull(runtime) {
      const counts = pools[runtime]?.counts()
      return counts !== undefined && counts.running + counts.waiting >= counts.capacity
    },

    report() {
      const total = { running: 0, idle: 0, starting: 0, waiting: 0, capacity: 0 }
      for (const pool of Object.values(pools)) {
        const counts = pool.counts()
        for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
      }
      return { ...total, python: pools.python ? 'ready' : python ? 'preparing' : 'missing' }
    },

    close() {
      for (const pool of Object.values(pools)) pool.close()
    },
  }
}
