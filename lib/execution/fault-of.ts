/** How a run ends that we failed to perform: the caller gets a reference, the log gets the rest. Floor 3. */
import { randomBytes } from 'node:crypto'
import type { RunEnd } from '../db/runs.ts'
import { toPublicError } from '../errors.ts'

export function faultOf(thrown: unknown, runId: string): RunEnd {
  const reference = randomBytes(5).toString('hex')
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  console.error(
    JSON.stringify({ level: 'error', msg: 'a run could not be performed', reference, runId, detail }),
  )
  return { state: 'failed', error: toPublicError(thrown, reference) }
}
