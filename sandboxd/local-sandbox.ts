/** Runs jobs with both engines on this machine. Python's needs seconds for its first start, and its jobs wait for that. */
import fs from 'node:fs'
import type { Outcome, SandboxdReport, SandboxJob } from '../lib/sandbox/sandbox.ts'
import { createJavascriptEngine, findWorkerd } from './engine/sandbox-engine.ts'
import { chooseJail, type JailFinding } from './jail/choose-jail.ts'
import { chooseRlimitWrapper, type RlimitWrapper } from './jail/rlimit-wrapper.ts'
import type { RunListener } from './job/job.ts'
import { cacheFolder, withScratch } from './os/scratch-folder.ts'
import { openOnDemand } from './pool/open-on-demand.ts'
import { openProcessPool, type PoolCounts, type ProcessPool } from './pool/process-pool.ts'
import type { ProcessSetup } from './process/workerd-process.ts'
import { preparePythonEngine } from './python/python-engine.ts'
import { runJob, toClaim } from './run/run-job.ts'

const PYTHON_UNAVAILABLE: Outcome = {
  kind: 'unavailable',
  message: 'The sandbox cannot start its Python engine right now.',
  durationMs: 0,
  logs: [],
}

const UNJAILED: Outcome = {
  kind: 'unavailable',
  reason: 'unjailed',
  message: 'This host has no jail for the engine, so it only runs code that an admin has approved.',
  durationMs: 0,
  logs: [],
}

export type LocalSandbox = {
  run(job: SandboxJob, listener: RunListener): Promise<Outcome>
  /** Starts Python's engine unless it runs. Resolves also if that fails; the next job tries again. */
  preparePython(): Promise<unknown>
  /** Returns true if the job would have to wait. */
  isFull(job: SandboxJob): boolean
  /** Returns a file that engines need and that is gone: programs that clean temporary folders remove old ones. */
  missingFile(): string | undefined
  report(): PoolCounts & Pick<SandboxdReport, 'python'>
  /** Resolves when no process is left, so that the setup's folder can be removed. Never rejects. */
  close(): Promise<void>
}

type LocalSandboxOptions = {
  /** True if only this machine can reach the site, so that the code belongs to its operator. */
  isLocalSite?: boolean
  /** When to prepare Python, from now on; undefined prepares it with its first job. */
  pythonDelayMs?: number
}

/** Starts JavaScript's processes. `cacheFolder` keeps Python's snapshot. Rejects if JavaScript cannot start. */
export async function openLocalSandbox(
  setup: ProcessSetup,
  cacheFolder: string,
  { isLocalSite = false, pythonDelayMs }: LocalSandboxOptions = {},
): Promise<LocalSandbox> {
  const closing = new AbortController()
  const pythonSetup = { ...setup, closing: closing.signal }
  const javascript = await openProcessPool(setup)
  const pools: Partial<Record<SandboxJob['runtime'], ProcessPool>> = { javascript }
  const files = [...setup.jail.files, setup.engine.config]
  let hasPythonFailed = false
  const onPythonError = (error: Error) => {
    hasPythonFailed = true
    if (!closing.signal.aborted) console.error(`sandboxd: ${error.message}`)
  }
  const findPythonPool = openOnDemand(openPythonPool, { onError: onPythonError, delayMs: pythonDelayMs })

  async function openPythonPool(): Promise<ProcessPool> {
    closing.signal.throwIfAborted()
    hasPythonFailed = false
    const engine = await preparePythonEngine(pythonSetup, cacheFolder)
    const pool = await openProcessPool({ ...pythonSetup, engine })
    pools.python = pool
    files.push(engine.config)
    return pool
  }

  return {
    async run(job, listener) {
      if (setup.jail.name === 'none' && !canRunUnjailed(job, isLocalSite)) return UNJAILED
      const pool = job.runtime === 'python' ? await findPythonPool() : javascript
      return pool ? runJob(pool, job, listener) : PYTHON_UNAVAILABLE
    },

    preparePython: findPythonPool,

    isFull: (job) => pools[job.runtime]?.isFullFor(toClaim(job)) ?? false,

    missingFile: () => files.find((file) => !fs.existsSync(file)),

    report() {
      const state = pools.python ? 'ready' : hasPythonFailed ? 'missing' : 'preparing'
      return { ...sumCounts(Object.values(pools)), python: state }
    },

    async close() {
      closing.abort()
      await Promise.all([javascript.close(), findPythonPool().then((pool) => pool?.close())])
    },
  }
}

function sumCounts(pools: ProcessPool[]): PoolCounts {
  const total = { running: 0, idle: 0, starting: 0, waiting: 0, capacity: 0 }
  for (const counts of pools.map((pool) => pool.counts()))
    for (const name of Object.keys(total) as (keyof PoolCounts)[]) total[name] += counts[name]
  return total
}

/** Whether code may run without a jail: an admin approved it, or it is the operator's own. */
function canRunUnjailed({ isApproved, isUnreviewed }: SandboxJob, isLocalSite: boolean): boolean {
  return isApproved || (isLocalSite && !isUnreviewed)
}

/** Opens a sandbox for the operator's own code while `use` runs. Resolves when every process is gone; cleanup errors never replace a result. */
export function withLocalSandbox<Result>(use: (sandbox: LocalSandbox) => Promise<Result>): Promise<Result> {
  return withScratch(async (folder) => {
    const sandbox = await openLocalSandbox(prepareProcessSetup(folder), cacheFolder(), { isLocalSite: true })
    try {
      return await use(sandbox)
    } finally {
      await sandbox.close()
    }
  })
}

type SetupOptions = { jail?: string | undefined; rlimitWrapper?: RlimitWrapper }

/**
 * Writes what processes need into `folder`, which must exist as long as they run. Chooses the strongest jail, unless one is
 * named here or in GUILDHALL_SANDBOX_JAIL. Throws if nothing can run.
 */
export function prepareProcessSetup(
  folder: string,
  {
    jail: requestedJail = process.env.GUILDHALL_SANDBOX_JAIL || undefined,
    rlimitWrapper = chooseRlimitWrapper(),
  }: SetupOptions = {},
): ProcessSetup & { findings: JailFinding[] } {
  const binary = findWorkerd()
  const engine = createJavascriptEngine(binary, folder)
  const { jail, findings } = chooseJail({ binary: binary.path, config: engine.config }, folder, requestedJail)
  return { binary, engine, jail, rlimitWrapper, folder, findings }
}
