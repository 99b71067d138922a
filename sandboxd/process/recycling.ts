/** Decides when to recycle a process: retained memory would fail or slow a later run. */
import { readProcFile } from '../os/read-proc.ts'
import type { ProcessSetup, WorkerdProcess } from './workerd-process.ts'

const MAX_RUNS_PER_PROCESS = 500
/** From sysconf(_SC_PAGESIZE), on every platform with a workerd binary; for /proc/PID/statm. */
const PAGE_BYTES = 4096

export type ProcessMemory = {
  rssMb: number
  /** Counts against RLIMIT_DATA, including freed memory. */
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

export function isDueForRecycling(
  { pid, runs }: WorkerdProcess,
  { engine, rlimitWrapper }: ProcessSetup,
): boolean {
  if (runs >= MAX_RUNS_PER_PROCESS) return true
  const memory = readProcessMemory(pid)
  // Where memory is limited, /proc is available, so the process has exited.
  if (!memory) return rlimitWrapper.limitsMemory
  return memory.dataMb > engine.recycleAtMb || memory.rssMb > engine.recycleAtRssMb
}
