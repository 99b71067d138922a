/** Each event is one JSON line. Internal failures are logged where they are answered; refusals never. */
import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { AppError } from '../errors.ts'
import { redactText, type Secret, withoutKeys } from '../redaction/redact.ts'
import { traceFields } from '../tracing/tracing.ts'
import { withOriginalPositions } from './original-positions.ts'

/** Removes keys and tokens, also in URLs; adds trace ids and positions in the sources. */
export function openLog(level: string, out: { write(line: string): unknown }): pino.Logger {
  const write = (line: string) => void out.write(withoutKeys(withOriginalPositions(line)))
  return pino({ level, mixin: traceFields }, { write })
}

export const log = openLog(process.env.LOG_LEVEL ?? 'info', pino.destination(1))

/** Returns the reference to quote; undefined for expected errors. */
export function logUnlessExpected(thrown: unknown): string | undefined {
  if (thrown instanceof AppError && thrown.code !== 'INTERNAL_ERROR') return undefined
  const reference = newReference()
  const detail = thrown instanceof AppError ? thrown.options.detail : undefined
  log.error({ reference, detail, err: thrown }, 'unexpected failure')
  return reference
}

/** Returns ten hexadecimal digits by which an operator finds a failure in the log. */
export function newReference(): string {
  return randomBytes(5).toString('hex')
}

/** Logs an internal failure without `secrets`, which it may quote. Returns the reference shown to the user. */
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
