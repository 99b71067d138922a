/**
 * The log of the web server: one JSON line per thing worth knowing. Floor 4.
 *
 * A failure is logged once, at the edge that answers it. Refusals are business as usual and leave no line;
 * only what is our own fault is news.
 */
import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { withoutKeys } from '../contract/json/redact-keys.ts'
import { AppError } from '../errors.ts'

/** What opens something is not for the log, wherever in a failure it stands: in a statement's parameters, in an address. */
export function openLog(level: string, out: { write(line: string): unknown }): pino.Logger {
  return pino({ level }, { write: (line) => void out.write(withoutKeys(line)) })
}

export const log = openLog(process.env.LOG_LEVEL ?? 'info', pino.destination(1))

/** Logs what is our fault and returns the reference to quote; undefined, and no line, for anything else. */
export function logUnlessExpected(thrown: unknown): string | undefined {
  if (thrown instanceof AppError && thrown.code !== 'INTERNAL_ERROR') return undefined
  const reference = randomBytes(5).toString('hex')
  const detail = thrown instanceof AppError ? thrown.options.detail : undefined
  log.error({ reference, detail, err: thrown }, 'unexpected failure')
  return reference
}
