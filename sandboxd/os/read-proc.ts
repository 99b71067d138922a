/** Reads short files of /proc. This happens several times per run, so it avoids readFile's checks. */
import fs from 'node:fs'

/** Shared by all reads, which are synchronous. */
const page = Buffer.allocUnsafe(4096)

/** Returns the first 4 KB of a file. Throws if it is missing. */
export function readProcFile(file: string): string {
  const descriptor = fs.openSync(file, 'r')
  try {
    return page.toString('latin1', 0, fs.readSync(descriptor, page))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Returns false for a process that is gone or a zombie. Without /proc it returns true. */
export function isProcessRunning(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    // The state is the field after the name in parentheses.
    return !/\) [ZX] /.test(readProcFile(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}

/** sysconf(_SC_CLK_TCK) is 100 on Linux. */
const MS_PER_TICK = 10
const CHECK_EVERY_MS = 25

/** Returns the CPU time that all threads have used; undefined if the process has exited, and without /proc. */
export function readCpuTimeMs(pid: number): number | undefined {
  try {
    const stat = readProcFile(`/proc/${pid}/stat`)
    // Fields are counted from the last parenthesis, since the name may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return undefined
  }
}

type CpuWatch = {
  /** The CPU time since the watch began; undefined if it cannot be measured. */
  usedMs(): number | undefined
  stop(): void
}

/**
 * Calls `onExceeded` once the process has used more CPU time than the limit, counted from now on: a process performs one run at
 * a time.
 */
export function watchCpu(pid: number, limitMs: number, onExceeded: () => void): CpuWatch {
  const before = readCpuTimeMs(pid)
  let used = before === undefined ? undefined : 0
  const measure = () => {
    const now = readCpuTimeMs(pid)
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

/** The unit of /proc/PID/statm: sysconf(_SC_PAGESIZE), on every platform with a workerd binary. */
const PAGE_BYTES = 4096

type ProcessMemory = {
  rssMb: number
  /** Counts against RLIMIT_DATA, even if it was freed. */
  dataMb: number
}

export function readProcessMemory(pid: number): ProcessMemory | undefined {
  try {
    const pages = readProcFile(`/proc/${pid}/statm`).split(' ').map(Number)
    const toMb = (count = 0) => (count * PAGE_BYTES) / (1024 * 1024)
    return { rssMb: toMb(pages[1]), dataMb: toMb(pages[5]) }
  } catch {
    return undefined
  }
}

const CHECK_MEMORY_EVERY_MS = 100

/**
 * Calls `onExceeded` once the process has more resident memory than `limitMb` above what it has now, before its run. For limits
 * below those of the process, which V8 and the kernel enforce. Returns a function that stops.
 */
export function watchMemory(pid: number, limitMb: number, onExceeded: () => void): () => void {
  const before = readProcessMemory(pid)?.rssMb ?? 0
  const timer = setInterval(() => {
    if ((readProcessMemory(pid)?.rssMb ?? 0) - before <= limitMb) return
    clearInterval(timer)
    onExceeded()
  }, CHECK_MEMORY_EVERY_MS)
  return () => clearInterval(timer)
}
