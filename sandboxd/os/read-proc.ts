/** Short files, several times per run. */
import fs from 'node:fs'

/** Reads are synchronous. */
const page = Buffer.allocUnsafe(4096)

/** The first page, without readFile's checks. Throws if missing. */
export function readProcFile(file: string): string {
  const descriptor = fs.openSync(file, 'r')
  try {
    return page.toString('latin1', 0, fs.readSync(descriptor, page))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** False for zombies; true without /proc. */
export function isProcessRunning(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    // After the name.
    return !/\) [ZX] /.test(readProcFile(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}

/** sysconf(_SC_CLK_TCK), 100 on Linux. */
const MS_PER_TICK = 10
const CHECK_EVERY_MS = 25

/** A process has one run at a time. Milliseconds of all threads; undefined if unavailable or exited. */
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

/** From now on. */
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
