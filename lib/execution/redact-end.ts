/**
 * Secrets are taken out of a run's end here, at the moment of writing; the contract was checked before. Floor 3, pure.
 *
 * Only what came from the skill's code is looked through. Our own words are left alone, or a secret that is one of them
 * ("succeeded", "output") would make an end that nothing can write or read.
 * Source: specification "Execution", Config and secrets, Redaction.
 */
import type { Json } from '../contract/json/json.ts'
import { redact, redactText, type Secret } from '../contract/json/redact.ts'
import type { RunEnd } from '../db/runs.ts'
import type { Issue, PublicError } from '../errors.ts'

export function redactEnd(end: RunEnd, secrets: readonly Secret[]): RunEnd {
  if (secrets.length === 0) return end
  const text = (said: string) => redactText(said, secrets)
  const { output, error, errorDetail, warnings, logs, requests } = end
  return {
    ...end,
    // Names in it are the skill's own, and may be secrets.
    ...(output !== undefined && { output: redact(output, secrets) }),
    ...(error && { error: errorWithout(error) }),
    ...(errorDetail && { errorDetail: detailWithout(errorDetail) }),
    ...(warnings && { warnings: warnings.map(issueWithout) }),
    ...(logs && { logs: logs.map((line) => ({ ...line, text: text(line.text) })) }),
    ...(requests && { requests: requests.map(requestWithout) }),
  }

  function errorWithout(told: PublicError): PublicError {
    const { type, message, suggested_action: action, details } = told
    return {
      ...told,
      message: text(message),
      ...(type !== undefined && { type: text(type) }),
      ...(action !== undefined && { suggested_action: text(action) }),
      ...(details && { details: details.map(issueWithout) }),
    }
  }

  function detailWithout({ issues, stack }: NonNullable<RunEnd['errorDetail']>) {
    return {
      ...(issues && { issues: issues.map(issueWithout) }),
      ...(stack !== undefined && { stack: text(stack) }),
    }
  }

  /** A path goes through names of the output, and a message quotes it. */
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

  /** Which host and which method the code chose. */
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
