/**
 * Redacts secrets before a run's end is written: docs/spec/execution.md §3. Only values from the skill's code
 * are searched: a secret equal to a word of our own ("succeeded") would corrupt the record.
 */

import type { Issue, PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { redact, redactText, type Secret } from '../../kernel/redaction/redact.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import type { ErrorDetail, RunEnd } from '../rows/runs.ts'

/** Searching this much takes a few milliseconds. */
const MAX_INLINE_CHARS = 256 * 1024

/**
 * Works as `redactEnd`, but redacts a large output in a worker thread. Throws INVALID_INPUT or RATE_LIMIT_EXCEEDED,
 * and returns nothing, if it takes too long.
 */
export async function redactLargeEnd(
  end: RunEnd,
  secrets: readonly Secret[],
  owner: string,
): Promise<RunEnd> {
  const { output, ...rest } = end
  const isSmall =
    secrets.length === 0 || output === undefined || JSON.stringify(output).length <= MAX_INLINE_CHARS
  if (isSmall) return redactEnd(end, secrets)
  const redacted = await runInThread<typeof redact>('redact', [output, secrets], { owner })
  return { ...redactEnd(rest, secrets), output: redacted }
}

/** Replaces the values of `secrets` wherever the end may contain them. See `redactLargeEnd` for large outputs. */
export function redactEnd(end: RunEnd, secrets: readonly Secret[]): RunEnd {
  if (secrets.length === 0) return end
  const text = (value: string) => redactText(value, secrets)
  const { output, error, errorDetail, warnings, logs, requests } = end
  return {
    ...end,
    // Names in the output come from the skill and may contain secrets.
    ...(output !== undefined && { output: redact(output, secrets) }),
    ...(error && { error: errorWithout(error) }),
    ...(errorDetail && { errorDetail: detailWithout(errorDetail) }),
    ...(warnings && { warnings: warnings.map(issueWithout) }),
    ...(logs && { logs: logs.map((line) => ({ ...line, text: text(line.text) })) }),
    ...(requests && { requests: requests.map(requestWithout) }),
  }

  function errorWithout(publicError: PublicError): PublicError {
    const { type, message, suggested_action: action, details } = publicError
    return {
      ...publicError,
      message: text(message),
      ...(type !== undefined && { type: text(type) }),
      ...(action !== undefined && { suggested_action: text(action) }),
      ...(details && { details: details.map(issueWithout) }),
    }
  }

  function detailWithout({ issues, stack, interruption }: ErrorDetail): ErrorDetail {
    return {
      ...(interruption && { interruption }),
      ...(issues && { issues: issues.map(issueWithout) }),
      ...(stack !== undefined && { stack: text(stack) }),
    }
  }

  function issueWithout(issue: Issue): Issue {
    const { path, message, params } = issue
    return {
      ...issue,
      path: text(path),
      message: text(message),
      ...(params && { params: valuesWithout(params) }),
    }
  }

  function valuesWithout(params: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, redact(value as Json, secrets)]),
    )
  }

  function requestWithout(line: NonNullable<RunEnd['requests']>[number]) {
    const { method, host, refused } = line
    return {
      ...line,
      method: text(method),
      host: text(host),
      ...(refused !== undefined && { refused: text(refused) }),
    }
  }
}

/** Returns the same bytes if they contain no secrets. Does not look into compressed data. */
export function redactBytes(bytes: Buffer, secrets: readonly Secret[]): Buffer {
  // latin1 maps each byte to one character, so binary data survives; secrets are then searched by their bytes.
  const text = bytes.toString('latin1')
  const redacted = redactText(text, secrets)
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1')
}
