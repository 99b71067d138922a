import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process belongs to another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function readCommandLine(pid: number): string {
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

export type ProcessInfo = { pid: number; parent: number; command: string }

/** Reads /proc on Linux, where `ps` may be missing. Returns [] on Windows. */
export function listProcesses(): ProcessInfo[] {
  if (process.platform === 'linux') return fs.readdirSync('/proc').flatMap(readProcess)
  const rows = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout ?? ''
  return rows.split('\n').flatMap((row) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? []
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : []
  })
}

function readProcess(name: string): ProcessInfo[] {
  if (!/^\d+$/.test(name)) return []
  try {
    // Format: PID (NAME) STATE PARENT …
    const stat = fs.readFileSync(`/proc/${name}/stat`, 'latin1')
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ pid: Number(name), parent: Number(parent), command: readCommandLine(Number(name)).trim() }]
  } catch {
    return []
  }
}
