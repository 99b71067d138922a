/** How a run ends that we failed to perform: the caller gets a reference, the log gets the rest. Floor 3. */
import type { Secret } from '../contract/json/redact.ts'
import type { RunEnd } from '../db/runs.ts'
import { toPublicError } from '../errors.ts'
import { logFault } from './log-fault.ts'

/** `secrets` are the run's: what was thrown may hold them. */
export function faultOf(thrown: unknown, runId: string, secrets: readonly Secret[]): RunEnd {
  const reference = logFault(thrown, 'a run could not be performed', { runId }, secrets)
  return { state: 'failed', error: toPublicError(thrown, reference) }
}
