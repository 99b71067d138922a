/** The language of a workerd process and the limits of its processes. */

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { type Lane, LONG_SKILL_LIMITS, SKILL_LIMITS } from '../../lib/contracts/document/skill-limits.ts'
import { cacheFolder } from '../os/scratch-folder.ts'
import { cacheConfig, cachedConfigPath, copyCachedConfig } from './cached-config.ts'
import { compileConfig } from './compile-config.ts'

export type SandboxEngine = {
  runtime: 'javascript' | 'python'
  /** Processes of the lane `long` have a larger heap, and get processor time that no other process wants. */
  lane: Lane
  config: string
  /**
   * RLIMIT_DATA counts writable private memory. workerd starts with 533 MB of it, 512 of them V8's code
   * reservation; the rest covers a full heap, as much again in buffers, and workerd itself.
   */
  dataLimitMb: number
  /** Freed memory still counts as data, so a process above this would fail the next run. */
  recycleAtMb: number
  /** The resident memory that a process may have at rest, so that idle ones stay cheap. */
  recycleAtRssMb: number
  maxProcesses: number
  /** How many unclaimed processes are started in advance. */
  spares: number
  /** Whether the isolate of the next run is created in advance. */
  canPrewarm: boolean
}

export type WorkerdBinary = { path: string; version: string }

export function createJavascriptEngine(
  binary: WorkerdBinary,
  folder: string,
  lane: Lane = 'quick',
): SandboxEngine {
  const common = { runtime: 'javascript', lane, config: prepareConfig(binary, folder, lane) } as const
  if (lane === 'long') {
    const dataLimitMb = 768 + LONG_SKILL_LIMITS.memoryMb - SKILL_LIMITS.javascript.memoryMb
    return { ...common, ...longEngineLimits(dataLimitMb) }
  }
  return {
    ...common,
    dataLimitMb: 768,
    recycleAtMb: 768 - 130,
    recycleAtRssMb: 220,
    maxProcesses: maxProcessesFor(os.totalmem()),
    spares: 3,
    canPrewarm: true,
  }
}

/** A process starts with its run, which lasts minutes, and is replaced after one that needed much memory. */
export function longEngineLimits(dataLimitMb: number): Omit<SandboxEngine, 'runtime' | 'lane' | 'config'> {
  return {
    dataLimitMb,
    recycleAtMb: 768 - 130,
    recycleAtRssMb: 220,
    maxProcesses: maxLongProcesses(os.totalmem()),
    spares: 0,
    canPrewarm: false,
  }
}

/** One per 4 GB, as each may use 2 GB, beside all quick runs. */
function maxLongProcesses(memoryBytes: number): number {
  return Math.min(8, Math.max(2, Math.floor(memoryBytes / (4 * 1024 ** 3))))
}

const CONFIG_NAMES: Record<Lane, string> = { quick: 'config', long: 'longConfig' }

/** Part of the names of the lane's files. No hyphen: the cache keeps one config for each text before the first. */
export function laneSuffix(lane: Lane): string {
  return lane === 'long' ? '_long' : ''
}

/** The name of the lane's config in a `.capnp` file. */
export function configNameOf(lane: Lane): string {
  return CONFIG_NAMES[lane]
}

function prepareConfig(binary: WorkerdBinary, folder: string, lane: Lane): string {
  const config = path.join(folder, `javascript${laneSuffix(lane)}.bin`)
  const { version } = createRequire(import.meta.url)('rolldown/package.json') as { version: string }
  const name = `javascript${laneSuffix(lane)}-workerd-${binary.version}-rolldown-${version}`
  const cached = cachedConfigPath(cacheFolder(), name, [ISOLATE, import.meta.dirname])
  if (copyCachedConfig(cached, config)) return config
  const importFrom = path.dirname(bundleHarness(path.join(folder, 'javascript-files', 'harness.js')))
  compileConfig(binary, path.join(ISOLATE, 'sandbox.capnp'), {
    to: config,
    importFrom,
    name: configNameOf(lane),
  })
  cacheConfig(config, cached)
  return config
}

/** One for each GB: most processes are idle and use 10 MB, but each may reach its limit. */
function maxProcessesFor(memoryBytes: number): number {
  return Math.min(24, Math.max(8, Math.floor(memoryBytes / 1024 ** 3)))
}

// The packages of workerd for each platform, which contain the executable, so that no install script is needed.
const PLATFORMS: Record<string, string> = {
  'linux-x64': 'linux-64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-64',
  'darwin-arm64': 'darwin-arm64',
}

/** Throws if there is no workerd for this platform. */
export function findWorkerd(): WorkerdBinary {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`]
  if (!platform)
    throw new Error(
      `There is no workerd for ${process.platform} on ${process.arch}, so this machine cannot run skills.`,
    )
  const require = createRequire(import.meta.url)
  const { version } = require(`@cloudflare/workerd-${platform}/package.json`) as { version: string }
  return { path: require.resolve(`@cloudflare/workerd-${platform}/bin/workerd`), version }
}

const ISOLATE = path.join(import.meta.dirname, '../isolate')

/** The publisher's module, which is imported when the run begins. */
const DEFINITION_MODULE = './definition.js'

/** Bundles the harness into one file: each isolate compiles it, and nine files with comments took half a millisecond. */
export function bundleHarness(to: string): string {
  // In a separate process, so that the bundler's memory is freed.
  const args = listBundleArguments(path.join(ISOLATE, 'harness.js'), to, ['--external', DEFINITION_MODULE])
  const { status, stderr, error } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The sandbox's harness could not be bundled. ${error?.message ?? stderr}`)
  return to
}

/** Returns the arguments with which Node bundles a module of the sandbox with its imports. */
export function listBundleArguments(entry: string, to: string, options: readonly string[] = []): string[] {
  const rolldown = path.join(
    path.dirname(createRequire(import.meta.url).resolve('rolldown/package.json')),
    'bin/cli.mjs',
  )
  return [rolldown, entry, ...options, '--format', 'esm', '--minify', '-o', to]
}
