/** What a workerd process is for: the language it runs, and what a process of that kind may use. */
import os from 'node:os'
import path from 'node:path'
import { bundleHarness } from './bundle-harness.ts'
import { compileConfig } from './compile-config.ts'
import type { WorkerdBinary } from './workerd-binary.ts'

export type Engine = {
  runtime: 'javascript' | 'python'
  /** Its compiled config: one file. */
  config: string
  /**
   * RLIMIT_DATA counts writable private memory. workerd begins at 533 MB of it, 512 of them V8's reservation for
   * code; the rest is room for a full heap, as much again in buffers, and workerd itself.
   */
  dataLimitMb: number
  /** Freed memory stays counted, so a process above this would fail the next honest run. */
  wornAtMb: number
  /** What it may occupy at rest, so that idle processes stay cheap. */
  wornAtRssMb: number
  /** Of the processes for this language. */
  maxProcesses: number
  /** How many are kept started for whoever comes first. */
  spares: number
  /** The isolate for the next run is made before there is one: it takes too long to be waited for. */
  bootsAhead: boolean
}

export function javascriptEngine(binary: WorkerdBinary, folder: string): Engine {
  const importFrom = path.dirname(bundleHarness(path.join(folder, 'javascript-files', 'harness.js')))
  return {
    runtime: 'javascript',
    config: compileConfig(binary, path.join(import.meta.dirname, 'isolate', 'sandbox.capnp'), {
      to: path.join(folder, 'javascript.bin'),
      importFrom,
    }),
    dataLimitMb: 768,
    wornAtMb: 768 - 130,
    wornAtRssMb: 220,
    maxProcesses: processesFor(os.totalmem()),
    spares: 3,
    bootsAhead: true,
  }
}

/** Most wait for somebody's answer or are idle, at 10 MB; but each may fill its limit, so it is one for each GB. */
function processesFor(memoryBytes: number): number {
  return Math.min(24, Math.max(8, Math.floor(memoryBytes / 1024 ** 3)))
}
