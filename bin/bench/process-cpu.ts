import fs from 'node:fs'
import { listProcesses, type ProcessInfo } from '../server/runtime/processes.ts'

/** `sysconf(_SC_CLK_TCK)` on Linux. */
const MS_PER_TICK = 10

export type CpuMs = Record<string, number>

/**
 * Returns the CPU time so far, in milliseconds by part, which hardly depends on load. `root` is the supervisor,
 * `dataDir` its Postgres'. Empty without /proc.
 */
export function readSiteCpu(root: number, dataDir: string): CpuMs {
  if (process.platform !== 'linux') return {}
  const all = listProcesses()
  const postmaster = all.find(({ command }) => command.includes('postgres') && command.includes(dataDir))
  const cpu: CpuMs = {}
  for (const each of all) {
    const part = partOf(each, all, root, postmaster?.pid)
    if (part) cpu[part] = (cpu[part] ?? 0) + readCpuMs(each.pid)
  }
  return cpu
}

function partOf(each: ProcessInfo, all: ProcessInfo[], root: number, postmaster?: number): string | null {
  if (each.pid === postmaster || each.parent === postmaster) return 'Postgres'
  const top = findTop(each, all, root)
  if (!top) return null
  if (top.command.includes('sandboxd')) return top === each ? 'sandboxd' : 'workerd'
  return top.command.includes('/worker.') ? 'worker' : 'web server'
}

/** Returns the process or its ancestor that the supervisor started. */
function findTop(each: ProcessInfo, all: ProcessInfo[], root: number): ProcessInfo | undefined {
  if (each.parent === root) return each
  const parent = all.find(({ pid }) => pid === each.parent)
  return parent && findTop(parent, all, root)
}

function readCpuMs(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    // From the twelfth: user and system time, then those of exited children.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return ticks.reduce((sum, each) => sum + Number(each), 0) * MS_PER_TICK
  } catch {
    return 0
  }
}
