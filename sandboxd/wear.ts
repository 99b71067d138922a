/**
 * When a process has served long enough: what it keeps of memory would fail or slow an honest run.
 *
 * Source: design "The sandbox", section 6.
 */
import { readProc } from './read-proc.ts'
import type { ProcessSetup, WorkerdProcess } from './workerd-process.ts'

const RUNS_PER_PROCESS = 500
/** Of /proc/PID/statm: sysconf(_SC_PAGESIZE) wherever workerd has a binary. */
const PAGE_BYTES = 4096

export type Memory = {
  /** What it occupies. */
  rssMb: number
  /** What counts against RLIMIT_DATA; freed memory stays in it. */
  dataMb: number
}

/** Undefined where the system does not tell, or when the process is gone. */
export function memoryOf(pid: number): Memory | undefined {
  try {
    const pages = readProc(`/proc/${pid}/statm`).split(' ').map(Number)
    const toMb = (count = 0) => (count * PAGE_BYTES) / (1024 * 1024)
    return { rssMb: toMb(pages[1]), dataMb: toMb(pages[5]) }
  } catch {
    return undefined
  }
}

export function isWorn({ pid, runs }: WorkerdProcess, { engine, leash }: ProcessSetup): boolean {
  if (runs >= RUNS_PER_PROCESS) return true
  const memory = memoryOf(pid)
  // Where memory is capped it is also told: it is gone.
  if (!memory) return leash.capsMemory
  return memory.dataMb > engine.wornAtMb || memory.rssMb > engine.wornAtRssMb
}
