import { randomBytes } from 'node:crypto'
import { toPublicError } from '../../kernel/errors.ts'
import { withOriginalPositions } from '../../kernel/logging/original-positions.ts'
import { redactText, type Secret, withoutKeys } from '../../kernel/redaction/redact.ts'
import type { RunEnd } from '../rows/runs.ts'

/** Logs an internal failure without `secrets` and returns the reference shown to the user. */
export function logFault(
  thrown: unknown,
  msg: string,
  { reference = newReference(), ...facts }: Record<string, string> = {},
  secrets: readonly Secret[] = [],
): string {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  const detail = withoutKeys(redactText(withOriginalPositions(text), secrets))
  console.error(JSON.stringify({ level: 'error', msg, reference, ...facts, detail }))
  return reference
}

export function newReference(): string {
  return randomBytes(5).toString('hex')
}

/**
 * Ends a run that failed through our fault: the caller gets a reference, the log the details. `secrets` are redacted
 * from the log, since the error may contain them.
 */
export function endWithFault(thrown: unknown, runId: string, secrets: readonly Secret[]): RunEnd {
  const reference = logFault(thrown, 'a run could not be performed', { runId }, secrets)
  return { state: 'failed', error: toPublicError(thrown, reference) }
}
