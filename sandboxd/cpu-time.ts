/**
 * How much of a processor a process has used, and a watch that tells when it is too much.
 *
 * workerd has no such limit of its own. One run is in a process at a time, so what the process uses meanwhile is the
 * run's, exactly, whatever stands between it and its supervisor (find-workerd-pid.ts). Linux only: elsewhere there is no
 * count, and the wall clock alone ends a run. `sandbox doctor` says which it is.
 */
import { readProc } from './read-proc.ts'

/** Of /proc/PID/stat: sysconf(_SC_CLK_TCK), which is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10
const LOOK_EVERY_MS = 25

/** Milliseconds of all its threads since it began; undefined where nobody counts, or when it is gone. */
export function cpuTimeMs(pid: number): number | undefined {
  try {
    const stat = readProc(`/proc/${pid}/stat`)
    // The name in parentheses may hold spaces and parentheses; what comes after it does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return undefined
  }
}

export type CpuWatch = {
  /** What was used since the watch began; undefined where nobody counts. */
  usedMs(): number | undefined
  stop(): void
}

/** Calls `tooMuch` once when the process has used more than `limitMs` from now on. */
export function watchCpu(pid: number, limitMs: number, tooMuch: () => void): CpuWatch {
  const before = cpuTimeMs(pid)
  let used = before === undefined ? undefined : 0
  const look = () => {
    const now = cpuTimeMs(pid)
    if (before !== undefined && now !== undefined) used = now - before
    return used
  }
  const timer = setInterval(() => {
    if ((look() ?? 0) <= limitMs) return
    clearInterval(timer)
    tooMuch()
  }, LOOK_EVERY_MS)
  return { usedMs: look, stop: () => clearInterval(timer) }
}
