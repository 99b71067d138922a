/**
 * Redacts secrets before a run's end is written: docs/spec/execution.md §3. Only values from the skill's code
 * are searched: a secret equal to a word of our own ("succeeded") would corrupt the record.
 */

import type { ErrorDetail, RunEnd } from '../../db/runs/runs.ts'
import type { Issue, PublicError } from '../../errors.ts'
import type { Json } from '../../json/json.ts'
import { redact, redactText, type Secret } from '../../redaction/redact.ts'

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
