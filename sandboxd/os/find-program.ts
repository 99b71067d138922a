/** Searches fixed folders, because anyone may have set PATH. */
import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from 'node:child_process'
import fs from 'node:fs'

export function findProgram(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
    .map((folder) => `${folder}/${name}`)
    .find((file) => fs.existsSync(file))
}

export function findUtilLinux(name: string): string | undefined {
  const program = findProgram(name)
  return program && runProbe([program, '--version']).status === 0 ? program : undefined
}

/** A busy machine needs seconds, and would otherwise get a weaker jail. */
const PROBE_WITHIN_S = 30

/**
 * Runs a program that ends at once, or is killed with what it started: by `timeout` also if this process is killed first.
 * A process that is the first of its namespace ignores SIGTERM.
 */
export function runProbe(
  [program = '', ...args]: string[],
  options: Pick<SpawnSyncOptions, 'env' | 'stdio'> = {},
  withinS = PROBE_WITHIN_S,
): SpawnSyncReturns<Buffer> {
  const timeout = findProgram('timeout')
  const [first = '', ...rest] = [
    ...(timeout ? [timeout, '-s', 'KILL', String(withinS)] : []),
    program,
    ...args,
  ]
  // Its own limit is the longer one, so that `timeout` ends the whole group.
  return spawnSync(first, rest, { ...options, timeout: (withinS + 5) * 1000, killSignal: 'SIGKILL' })
}
