/**
 * The Python engine: Pyodide in workerd, restored from a memory snapshot.
 *
 * The snapshot is taken once per version of workerd and Pyodide, in the same setup, and cached. A cold boot
 * takes seconds, a restore a tenth of one.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Lane } from '../../lib/contracts/document/skill-limits.ts'
import { cacheConfig, cachedConfigPath, copyCachedConfig } from '../engine/cached-config.ts'
import { compileConfigAsync } from '../engine/compile-config.ts'
import {
  configNameOf,
  laneSuffix,
  longEngineLimits,
  type SandboxEngine,
  type WorkerdBinary,
} from '../engine/sandbox-engine.ts'
import { type ProcessSetup, startWorkerd } from '../process/workerd-process.ts'
import { bundleModule, createLibraryZip, librarySources } from './python-library.ts'

const SOURCE = path.join(import.meta.dirname, 'python.capnp')
const PYODIDE_FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip']
/** Pyodide cannot restore a larger one. */
const MAX_SNAPSHOT_BYTES = 40 * 1024 * 1024

type HostSetup = Omit<ProcessSetup, 'engine'>

/** Returns the engine, after taking a snapshot if none is cached. Rejects if Python does not start. */
export async function preparePythonEngine(
  setup: HostSetup,
  cacheFolder: string,
  lane: Lane = 'quick',
): Promise<SandboxEngine> {
  const name = `python${laneSuffix(lane)}-${pyodideVersion()}-workerd-${setup.binary.version}`
  const isolate = path.join(import.meta.dirname, '../isolate')
  const cached = cachedConfigPath(cacheFolder, name, [import.meta.dirname, isolate])
  const config = path.join(setup.folder, `python${laneSuffix(lane)}.bin`)
  setup.closing?.throwIfAborted()
  if (copyCachedConfig(cached, config)) return pythonEngine(config, { lane, canPrewarm: true })
  const snapshot = await findOrTakeSnapshot(setup, cacheFolder)
  const engine = await createPythonEngine(setup, await fs.promises.readFile(snapshot), lane)
  cacheConfig(engine.config, cached)
  return engine
}

/** Returns the path of the cached snapshot, after taking it if there is none. Rejects if Python does not start. */
export async function findOrTakeSnapshot(setup: HostSetup, cacheFolder: string): Promise<string> {
  const file = getSnapshotPath(setup, cacheFolder)
  if (fs.existsSync(file)) return file
  fs.mkdirSync(cacheFolder, { recursive: true, mode: 0o700 })
  const bytes = await takeSnapshot(setup)
  // Another sandboxd may write the same file, so it is renamed atomically.
  const unfinished = `${file}.${process.pid}`
  fs.writeFileSync(unfinished, bytes, { mode: 0o600 })
  fs.renameSync(unfinished, file)
  return file
}

/** Returns the path of the snapshot of these versions in the cache. */
export function getSnapshotPath({ binary }: HostSetup, cacheFolder: string): string {
  return path.join(cacheFolder, snapshotName(binary))
}

async function takeSnapshot(setup: HostSetup): Promise<Buffer> {
  const engine = await createPythonEngine(setup, Buffer.alloc(0))
  const workerd = await startWorkerd({ ...setup, engine })
  try {
    const response = await workerd.ask('/snapshot')
    const bytes = await buffer(response)
    if (response.statusCode !== 200 || bytes.length > MAX_SNAPSHOT_BYTES)
      throw new Error(`Python could not be prepared. ${bytes.subarray(0, 500)}`)
    return bytes
  } finally {
    await workerd.end()
  }
}

async function createPythonEngine(
  { binary, folder, closing }: HostSetup,
  snapshot: Buffer,
  lane: Lane = 'quick',
): Promise<SandboxEngine> {
  closing?.throwIfAborted()
  const name = snapshot.length > 0 ? `python${laneSuffix(lane)}` : 'python-unprepared'
  const importFrom = path.join(folder, `${name}-files`)
  await writeEngineFiles(path.join(importFrom, 'python'), snapshot)
  const to = path.join(folder, `${name}.bin`)
  const config = await compileConfigAsync(binary, SOURCE, {
    to,
    importFrom,
    name: configNameOf(lane),
    closing,
  })
  return pythonEngine(config, { lane, canPrewarm: snapshot.length > 0 })
}

function pythonEngine(
  config: string,
  { lane, canPrewarm }: Pick<SandboxEngine, 'lane' | 'canPrewarm'>,
): SandboxEngine {
  const common = { runtime: 'python', lane, config } as const
  if (lane === 'long')
    return { ...common, ...longEngineLimits(2_200), recycleAtMb: 1_000, recycleAtRssMb: 700 }
  return {
    ...common,
    dataLimitMb: 1400,
    recycleAtMb: 1000,
    recycleAtRssMb: 700,
    maxProcesses: maxPythonProcesses(os.totalmem()),
    spares: 1,
    canPrewarm,
  }
}

/** One for each 2 GB, since each may reach its limit of 1.4 GB. */
function maxPythonProcesses(memoryBytes: number): number {
  return Math.min(12, Math.max(4, Math.floor(memoryBytes / (2 * 1024 ** 3))))
}

/** Writes the files that python.capnp embeds from "/python/". */
async function writeEngineFiles(folder: string, snapshot: Buffer): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  const pyodide = path.dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))
  for (const name of PYODIDE_FILES) {
    fs.rmSync(path.join(folder, name), { force: true })
    fs.symlinkSync(path.join(pyodide, name), path.join(folder, name))
  }
  const lock = JSON.parse(fs.readFileSync(path.join(pyodide, 'pyodide-lock.json'), 'utf8'))
  // Without the list of packages: none can be installed, and every run would read it.
  fs.writeFileSync(path.join(folder, 'pyodide-lock.json'), JSON.stringify({ ...lock, packages: {} }))
  fs.writeFileSync(path.join(folder, 'snapshot.bin'), snapshot)
  fs.writeFileSync(path.join(folder, 'library.zip'), createLibraryZip())
  for (const module of ['hashes.js', 'unzip.js']) await bundleModule(module, path.join(folder, module))
  fs.writeFileSync(
    path.join(folder, 'trampoline.wasm'),
    findTrampoline(path.join(pyodide, 'pyodide.asm.mjs')),
  )
}

/**
 * Extracts a WebAssembly module that Pyodide would compile at its start, which an isolate cannot. Python's calls go through it,
 * because calls through JavaScript could not await a promise.
 */
function findTrampoline(source: string): Buffer {
  const hex = /new WebAssembly\.Module\(hexStringToUTF8Array\("([0-9a-f]+)"\)\)/.exec(
    fs.readFileSync(source, 'latin1'),
  )?.[1]
  if (!hex) throw new Error('Pyodide’s trampoline was not found where it is expected; see python-engine.ts.')
  return Buffer.from(hex, 'hex')
}

function snapshotName(binary: WorkerdBinary): string {
  // A snapshot contains the Python files, and fits the boot code that took it only.
  const boot = createHash('sha256')
  const sources = ['boot.js', 'harness.js', 'run.py', 'runtime.py']
  for (const file of [...sources.map((name) => path.join(import.meta.dirname, name)), ...librarySources()])
    boot.update(fs.readFileSync(file))
  const bootHash = boot.digest('hex').slice(0, 12)
  return `python-${pyodideVersion()}-workerd-${binary.version}-${process.arch}-${bootHash}.snapshot`
}

function pyodideVersion(): string {
  return (createRequire(import.meta.url)('pyodide/package.json') as { version: string }).version
}
