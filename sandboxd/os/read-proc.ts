/** Reads short files of /proc, several times per run. */
import fs from 'node:fs'

/** Shared, because reads are synchronous. */
const page = Buffer.allocUnsafe(4096)

/** Returns the first page, without readFile's checks. Throws if the file is missing. */
export function readProcFile(file: string): string {
  const descriptor = fs.openSync(file, 'r')
  try {
    return page.toString('latin1', 0, fs.readSync(descriptor, page))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Returns false for zombies, and true for all without /proc. */
export function isProcessRunning(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    // The state follows the name.
    return !/\) [ZX] /.test(readProcFile(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}

/** sysconf(_SC_CLK_TCK) is 100 on Linux. */
const MS_PER_TICK = 10
const CHECK_EVERY_MS = 25

/** Returns the milliseconds of all threads; undefined if unavailable or exited. */
export function cpuTimeMs(pid: number): number | undefined {
  try {
    const stat = readProcFile(`/proc/${pid}/stat`)
    // The name may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return undefined
  }
}

type CpuWatch = {
  usedMs(): number | undefined
  stop(): void
}

/** Counts from now on, because a process performs one run at a time. */
export function watchCpu(pid: number, limitMs: number, onExceeded: () => void): CpuWatch {
  const before = cpuTimeMs(pid)
  let used = before === undefined ? undefined : 0
  const measure = () => {
    const now = cpuTimeMs(pid)
    if (before !== undefined && now !== undefined) used = now - before
    return used
  }
  const timer = setInterval(() => {
    if ((measure() ?? 0) <= limitMs) return
    clearInterval(timer)
    onExceeded()
  }, CHECK_EVERY_MS)
  return { usedMs: measure, stop: () => clearInterval(timer) }
}
