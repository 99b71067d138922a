/** Each event is one JSON line. Internal failures are logged where they are answered; refusals never. */
import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { AppError } from '../errors.ts'
import { withoutKeys } from '../redaction/redact.ts'
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
  const reference = randomBytes(5).toString('hex')
  const detail = thrown instanceof AppError ? thrown.options.detail : undefined
  log.error({ reference, detail, err: thrown }, 'unexpected failure')
  return reference
}
