/** One line in the log for a failure of ours while something was performed, with the reference that people are given. Floor 3. */
import { randomBytes } from 'node:crypto'

/** Returns the reference. */
export function logFault(thrown: unknown, msg: string, facts: Record<string, string> = {}): string {
  const reference = randomBytes(5).toString('hex')
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  console.error(JSON.stringify({ level: 'error', msg, reference, ...facts, detail }))
  return reference
}
