/** Reads /proc. Its files are short, and some are read several times per run. */
import fs from 'node:fs'

/** Read synchronously and filled by the kernel at once, so it can be shared. */
const page = Buffer.allocUnsafe(4096)

/**
 * Reads the first page. Throws if the file is missing. Skips the size and end-of-file checks of readFile,
 * which would double the cost.
 */
export function readProcFile(file: string): string {
  const descriptor = fs.openSync(file, 'r')
  try {
    return page.toString('latin1', 0, fs.readSync(descriptor, page))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Returns false for exited processes, including zombies, and true everywhere without /proc. */
export function isProcessRunning(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    // The state follows the name in parentheses.
    return !/\) [ZX] /.test(readProcFile(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}

/** From sysconf(_SC_CLK_TCK), which is 100 on every Linux that Node supports. */
const MS_PER_TICK = 10
const CHECK_EVERY_MS = 25

/**
 * workerd has no CPU limit. A process executes one run at a time, so its CPU time during a run belongs to
 * that run. Milliseconds of all threads; undefined if unavailable or if it has exited.
 */
export function cpuTimeMs(pid: number): number | undefined {
  try {
    const stat = readProcFile(`/proc/${pid}/stat`)
    // The name in parentheses may contain spaces and parentheses; later fields do not.
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

/** Calls `tooMuch` once when the process has used more than `limitMs` from now on. */
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
