/**
 * Runs of an organisation that stores no inputs and outputs (a retention of 0 days). Their content is only in the
 * memory of the process that performs them, and in its reply; the record has digests, state and price.
 */

import { AppError, ERRORS, type PublicError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import { paths } from '../../kernel/site/paths.ts'
import { toStorableJson } from '../../kernel/validation/storable.ts'
import type { RunEnd, RunRow } from '../rows/runs.ts'

/** A sealed run never had content to delete, so it was emptied when it was created. */
export function isSealed({ purgedAt, createdAt }: Pick<RunRow, 'purgedAt' | 'createdAt'>): boolean {
  return purgedAt?.getTime() === createdAt.getTime()
}

/** Returns what may be recorded of the end of a sealed run. */
export function withoutContent({
  output,
  error,
  warnings,
  logs,
  requests,
  effects,
  errorDetail,
  ...end
}: RunEnd): RunEnd {
  return {
    ...end,
    ...(output !== undefined && { outputDigest: digestOf(output) }),
    ...(error && { error: withoutDetails(error) }),
  }
}

/**
 * Returns the error with its general message: the message and details of an error may quote the input, its code does
 * not.
 */
export function withoutDetails({ code, recoverable }: PublicError): PublicError {
  return { code, message: ERRORS[code].message, recoverable }
}

/** Adds the content in memory to a row that was recorded without it, if the run ended with `end`. */
export function withContent(recorded: RunRow, { input, coercions, migration }: RunRow, end: RunEnd): RunRow {
  const { output, error, errorDetail, warnings = [], logs = [], requests, effects } = end
  if (recorded.state !== end.state) return { ...recorded, input, coercions, migration }
  return {
    ...recorded,
    ...{ input, coercions, migration },
    ...{ output: output ?? null, hasOutput: output !== undefined },
    ...{ error: toStorableJson(error ?? null), errorDetail: (errorDetail ?? null) as RunRow['errorDetail'] },
    ...{ warnings, logs, requests: requests ?? null, effects: effects ?? null },
  } as RunRow
}

/** Returns PRECONDITION_FAILED; `what` is work that would have to store content, such as "A plan". */
export function sealedError(what: string): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: `${what} stores its input until it runs, but your organisation stores no inputs and outputs.`,
    href: paths.retention,
    suggestedAction: 'Wait for the result of the call, or change the setting under Settings → Retention.',
  })
}
