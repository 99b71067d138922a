/** How a run ends that we failed to perform: the caller gets a reference, the log gets the rest. Floor 3. */
import type { RunEnd } from '../db/runs.ts'
import { toPublicError } from '../errors.ts'
import { logFault } from './log-fault.ts'

export function faultOf(thrown: unknown, runId: string): RunEnd {
  const reference = logFault(thrown, 'a run could not be performed', { runId })
  return { state: 'failed', error: toPublicError(thrown, reference) }
}
