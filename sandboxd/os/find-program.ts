/** Programs of the system. They are searched in fixed folders, because anyone may have set PATH. */
import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from 'node:child_process'
import fs from 'node:fs'

export function findProgram(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
    .map((folder) => `${folder}/${name}`)
    .find((file) => fs.existsSync(file))
}

/** Returns undefined for a program that is missing, or that does not know `--version`. */
export function findUtilLinux(name: string): string | undefined {
  const program = findProgram(name)
  return program && runProbe([program, '--version']).status === 0 ? program : undefined
}

/** On a busy machine a program needs seconds; with a shorter limit that machine would get a weaker jail. */
const PROBE_WITHIN_S = 30

/**
 * Runs a program that should end at once. If it does not, `timeout` kills it with all that it started, also if this process is
 * killed first. With SIGKILL, since the first process of a namespace ignores SIGTERM.
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
  // The limit here is longer than that of `timeout`, which ends the whole group.
  return spawnSync(first, rest, { ...options, timeout: (withinS + 5) * 1000, killSignal: 'SIGKILL' })
}
