/**
 * Whether a process that has ended a run answers, or left-over code holds its thread.
 *
 * Code that holds it uses processor time. On a busy machine a process may be silent because it gets none: it is waited
 * for, so that it is not ended for what its neighbours do.
 */
import type { Call } from './call.ts'
import { cpuTimeMs } from './cpu-time.ts'

const LOOK_EVERY_MS = 250
/** Silent although it had this much of a processor. */
const MOST_CPU_MS = 200
/** However little it had. */
const MOST_MS = 5_000

/** `pulse` is anything that was asked of it and that it answers at once; whoever asked looks after the rest of the answer. */
export async function feelPulse(pulse: Call, pid: number): Promise<boolean> {
  const before = cpuTimeMs(pid)
  const begunMs = performance.now()
  const look = setInterval(() => {
    const now = cpuTimeMs(pid)
    // Where nobody counts, the first look is the last.
    const used = before === undefined || now === undefined ? Number.POSITIVE_INFINITY : now - before
    if (used > MOST_CPU_MS || performance.now() - begunMs > MOST_MS) pulse.request.destroy()
  }, LOOK_EVERY_MS)
  const answer = await pulse.answer.catch(() => null)
  clearInterval(look)
  return answer?.statusCode === 200
}
