/** One line in the log for a failure of ours while something was performed, with the reference that people are given. Floor 3. */
import { randomBytes } from 'node:crypto'
import { redactText, type Secret } from '../contract/json/redact.ts'
import { withoutKeys } from '../contract/json/redact-keys.ts'

/** Returns the reference: a new one, unless somebody was given one already. `secrets` are those of the run in hand. */
export function logFault(
  thrown: unknown,
  msg: string,
  { reference = newReference(), ...facts }: Record<string, string> = {},
  secrets: readonly Secret[] = [],
): string {
  const said = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  const detail = withoutKeys(redactText(said, secrets))
  console.error(JSON.stringify({ level: 'error', msg, reference, ...facts, detail }))
  return reference
}

/** What a person quotes, and the line in the log carries. */
export function newReference(): string {
  return randomBytes(5).toString('hex')
}
