/** Processes of this machine, by number. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Alive, but another account's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Its command line as one text; empty when it is gone, or where none can be had (Windows). */
export function commandLine(pid: number): string {
  if (process.platform === 'win32') return ''
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  }
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
