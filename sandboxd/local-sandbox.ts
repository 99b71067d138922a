/** Runs jobs with both engines on this machine. Python's needs seconds for its first start, and its jobs wait for that. */
import fs from 'node:fs'
import type { Outcome, SandboxdReport, SandboxJob } from '../lib/sandbox/sandbox.ts'
import { createJavascriptEngine, findWorkerd, type SandboxEngine } from './engine/sandbox-engine.ts'
import { chooseJail, type JailFinding } from './jail/choose-jail.ts'
import { chooseRlimitWrapper, type RlimitWrapper } from './jail/rlimit-wrapper.ts'
import type { RunListener } from './job/job.ts'
import { cacheFolder, withScratch } from './os/scratch-folder.ts'
import { openOnDemand } from './pool/open-on-demand.ts'
import { openProcessPool, type PoolCounts, type ProcessPool } from './pool/process-pool.ts'
import type { ProcessSetup } from './process/workerd-process.ts'
import { preparePythonEngine } from './python/python-engine.ts'
import { runJob, toClaim } from './run/run-job.ts'

function unavailableEngine({ runtime }: SandboxJob): Outcome {
  const language = runtime === 'python' ? 'Python' : 'JavaScript'
  const message = `The sandbox cannot start its ${language} engine right now.`
  return { kind: 'unavailable', message, durationMs: 0, logs: [] }
}

const UNJAILED: Outcome = {
  kind: 'unavailable',
  reason: 'unjailed',
  message: 'This host has no jail for the engine, so it only runs code that an admin has approved.',
  durationMs: 0,
  logs: [],
}

/** Each has processes of its own, so that no run waits for runs of the other lane or language. */
type PoolName = 'javascript' | 'python' | 'javascript long' | 'python long'

function poolNameOf({ runtime, lane }: Pick<SandboxJob, 'runtime' | 'lane'>): PoolName {
  return lane === 'long' ? `${runtime} long` : runtime
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
  const pools = new Map<PoolName, ProcessPool>([['javascript', javascript]])
  const files = [...setup.jail.files, setup.engine.config]
  let hasPythonFailed = false
  const report = (error: Error) => {
    if (!closing.signal.aborted) console.error(`sandboxd: ${error.message}`)
  }
  const onPythonError = (error: Error) => {
    hasPythonFailed = true
    report(error)
  }
  const findPythonPool = openOnDemand(openPythonPool, { onError: onPythonError, delayMs: pythonDelayMs })
  const findLongPool = {
    javascript: openOnDemand(
      () =>
        openPool('javascript long', async () => createJavascriptEngine(setup.binary, setup.folder, 'long')),
      { onError: report },
    ),
    python: openOnDemand(
      () => openPool('python long', () => preparePythonEngine(pythonSetup, cacheFolder, 'long')),
      { onError: report },
    ),
  }

  function openPythonPool(): Promise<ProcessPool> {
    hasPythonFailed = false
    return openPool('python', () => preparePythonEngine(pythonSetup, cacheFolder))
  }

  async function openPool(name: PoolName, prepareEngine: () => Promise<SandboxEngine>): Promise<ProcessPool> {
    closing.signal.throwIfAborted()
    const engine = await prepareEngine()
    const pool = await openProcessPool({ ...pythonSetup, engine })
    pools.set(name, pool)
    files.push(engine.config)
    return pool
  }

  async function findPool({ runtime, lane }: SandboxJob): Promise<ProcessPool | undefined> {
    if (lane === 'long') return findLongPool[runtime]()
    return runtime === 'python' ? findPythonPool() : javascript
  }

  return {
    async run(job, listener) {
      if (setup.jail.name === 'none' && !canRunUnjailed(job, isLocalSite)) return UNJAILED
      const pool = await findPool(job)
      return pool ? runJob(pool, job, listener) : unavailableEngine(job)
    },

    preparePython: findPythonPool,

    isFull: (job) => pools.get(poolNameOf(job))?.isFullFor(toClaim(job)) ?? false,

    missingFile: () => files.find((file) => !fs.existsSync(file)),

    report() {
      const state = pools.has('python') ? 'ready' : hasPythonFailed ? 'missing' : 'preparing'
      return { ...sumCounts([...pools.values()]), python: state }
    },

    async close() {
      closing.abort()
      // A pool that was not opened until now is not opened any more.
      const find = [findPythonPool, findLongPool.javascript, findLongPool.python]
      await Promise.all([javascript.close(), ...find.map(async (findOne) => (await findOne())?.close())])
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
