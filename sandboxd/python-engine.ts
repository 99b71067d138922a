/**
 * The engine for Python: Pyodide in workerd, restored from a picture of its memory.
 *
 * The picture is taken once for each version of workerd and Pyodide, in the very process it is for, and kept. Booting
 * from nothing takes seconds, restoring a tenth of one.
 * Source: design "The sandbox", section 4.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { compileConfigAside } from './compile-config.ts'
import type { Engine } from './engine.ts'
import type { WorkerdBinary } from './workerd-binary.ts'
import { type ProcessSetup, startWorkerd } from './workerd-process.ts'

const SOURCE = path.join(import.meta.dirname, 'python', 'python.capnp')
const OWN_FILES = [
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
  'pyodide-lock.json',
]
/** Pyodide cannot restore a larger one. */
const MAX_SNAPSHOT_BYTES = 40 * 1024 * 1024

type HostSetup = Omit<ProcessSetup, 'engine'>

/** Makes or finds the snapshot, and the engine with it. Rejects with a sentence when Python cannot be had. */
export async function pythonEngine(setup: HostSetup, cacheFolder: string): Promise<Engine> {
  const snapshot = await findSnapshot(setup, cacheFolder)
  return engineWith(setup, await fs.promises.readFile(snapshot))
}

/** The kept snapshot's path, made first when there is none. Rejects with a sentence when it cannot be made. */
export async function findSnapshot(setup: HostSetup, cacheFolder: string): Promise<string> {
  const file = snapshotFile(setup, cacheFolder)
  if (fs.existsSync(file)) return file
  fs.mkdirSync(cacheFolder, { recursive: true, mode: 0o700 })
  const bytes = await takeSnapshot(setup)
  // Another sandboxd may be at it as well: whoever is last wins, and no reader meets half a file.
  const unfinished = `${file}.${process.pid}`
  fs.writeFileSync(unfinished, bytes, { mode: 0o600 })
  fs.renameSync(unfinished, file)
  return file
}

/** Where the snapshot of these versions is kept, or would be. */
export function snapshotFile({ binary }: HostSetup, cacheFolder: string): string {
  return path.join(cacheFolder, snapshotName(binary))
}

async function takeSnapshot(setup: HostSetup): Promise<Buffer> {
  const engine = await engineWith(setup, Buffer.alloc(0))
  const workerd = await startWorkerd({ ...setup, engine })
  try {
    const response = await workerd.ask('/snapshot')
    const bytes = await buffer(response)
    if (response.statusCode !== 200 || bytes.length > MAX_SNAPSHOT_BYTES)
      throw new Error(`Python could not be prepared. ${bytes.subarray(0, 500)}`)
    return bytes
  } finally {
    workerd.kill()
  }
}

async function engineWith({ binary, folder }: HostSetup, snapshot: Buffer): Promise<Engine> {
  const name = snapshot.length > 0 ? 'python' : 'python-unprepared'
  const importFrom = path.join(folder, `${name}-files`)
  layOut(path.join(importFrom, 'python'), snapshot)
  return {
    runtime: 'python',
    config: await compileConfigAside(binary, SOURCE, { to: path.join(folder, `${name}.bin`), importFrom }),
    dataLimitMb: 1400,
    wornAtMb: 1000,
    wornAtRssMb: 700,
    maxProcesses: 4,
    spares: 1,
    bootsAhead: snapshot.length > 0,
  }
}

/** What python.capnp embeds from "/python/". */
function layOut(folder: string, snapshot: Buffer): void {
  fs.mkdirSync(folder, { recursive: true })
  const pyodide = path.dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))
  for (const name of OWN_FILES) {
    fs.rmSync(path.join(folder, name), { force: true })
    fs.symlinkSync(path.join(pyodide, name), path.join(folder, name))
  }
  fs.writeFileSync(path.join(folder, 'snapshot.bin'), snapshot)
  fs.writeFileSync(
    path.join(folder, 'trampoline.wasm'),
    findTrampoline(path.join(pyodide, 'pyodide.asm.mjs')),
  )
}

/**
 * A small module that Pyodide would make from bytes when it starts, which an isolate cannot. Python's calls go through it;
 * through JavaScript instead, none of them could wait for a promise.
 */
function findTrampoline(source: string): Buffer {
  const hex = /new WebAssembly\.Module\(hexStringToUTF8Array\("([0-9a-f]+)"\)\)/.exec(
    fs.readFileSync(source, 'latin1'),
  )?.[1]
  if (!hex) throw new Error('Pyodide has no trampoline where it used to be; see python-engine.ts.')
  return Buffer.from(hex, 'hex')
}

function snapshotName(binary: WorkerdBinary): string {
  const { version } = createRequire(import.meta.url)('pyodide/package.json') as { version: string }
  // Restored by another boot than the one it was taken in, a memory makes no sense.
  const boot = createHash('sha256')
  for (const name of ['boot.js', 'harness.js'])
    boot.update(fs.readFileSync(path.join(import.meta.dirname, 'python', name)))
  const made = boot.digest('hex').slice(0, 12)
  return `python-${version}-workerd-${binary.version}-${process.arch}-${made}.snapshot`
}
