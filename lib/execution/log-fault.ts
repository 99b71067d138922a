/** One line in the log for a failure of ours while something was performed, with the reference that people are given. Floor 3. */
import { randomBytes } from 'node:crypto'

/** Returns the reference: a new one, unless somebody was given one already. */
export function logFault(
  thrown: unknown,
  msg: string,
  { reference = newReference(), ...facts }: Record<string, string> = {},
): string {
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  console.error(JSON.stringify({ level: 'error', msg, reference, ...facts, detail }))
  return reference
}

/** What a person quotes, and the line in the log carries. */
export function newReference(): string {
  return randomBytes(5).toString('hex')
}
