/** Decides, by `onError` and `retry`, what follows an attempt. See docs/spec/tools-and-plans.md §3. */
import type { ErrorCode } from '../../../kernel/errors.ts'
import { isObject } from '../../../kernel/json/json.ts'
import type { ToolResult } from '../../../runs/model/tool-result.ts'
import { type StepPolicy, waitBefore } from '../document/plan-document.ts'

/** Errors with which a repeated call would fail again. */
const NEVER_AGAIN: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'MISSING_REQUIRED_PARAM',
  'NOT_FOUND',
  'POLICY_DENIED',
  'UNAUTHENTICATED',
  'PAYMENT_REQUIRED',
  'LIMIT_REACHED',
  'SKILL_RECALLED',
  'CANCELLED',
])

/** How often a lost attempt is repeated, besides the plan's own retries. */
const MAX_LOSS_RETRIES = 5
/** The delay after a lost process, long enough for a restart. It is doubled for each further loss. */
const AFTER_LOSS_MS = 500

/** How long a step waits before it asks again whether a quarantine has ended: doubled each time, up to five minutes. */
const QUARANTINE_MS = 10_000
const MAX_QUARANTINE_MS = 5 * 60_000

/** `lost` is set if the process or the sandbox died, as "unharmed" if the attempt had changed nothing. */
export type AttemptDetails = { lost?: 'unharmed' | 'unknown'; isFinal?: true }

export function isRetryable(code: ErrorCode): boolean {
  return !NEVER_AGAIN.has(code)
}

type NextAttempt = { attempt: number; atMs: number } | { over: 'ok' | 'skipped' | 'failed' }

/** A lost attempt is repeated only if it changed nothing, and does not count towards `maxAttempts`. */
export function nextAttempt(results: readonly ToolResult[], policy: StepPolicy): NextAttempt {
  const last = results.at(-1)
  if (!last) return { attempt: 1, atMs: 0 }
  if (last.ok) return { over: 'ok' }
  if (last.status === 'skipped') return { over: 'skipped' }
  const { lost, isFinal } = detailsOf(last)
  const failed = { over: isFinal || policy.afterwards === 'stop' ? 'failed' : 'skipped' } as const
  const attempt = results.length + 1
  const lostCount = results.filter((each) => detailsOf(each).lost === 'unharmed').length
  const quarantined = results.filter(isQuarantined).length
  // A run that quarantine stopped halfway is not repeated, unless it changed nothing.
  if (isQuarantined(last) && lost !== 'unknown')
    return {
      attempt,
      atMs: last.endedAt + Math.min(QUARANTINE_MS * 2 ** (quarantined - 1), MAX_QUARANTINE_MS),
    }
  if (lost === 'unharmed' && lostCount <= MAX_LOSS_RETRIES)
    return { attempt, atMs: last.endedAt + AFTER_LOSS_MS * 2 ** (lostCount - 1) }
  if (lost !== undefined) return failed
  const tried = results.length - lostCount - quarantined
  const isOver = isFinal || !last.error || !isRetryable(last.error.code)
  if (isOver || tried >= policy.maxAttempts) return failed
  return { attempt, atMs: last.endedAt + waitBefore(tried + 1, policy) }
}

function isQuarantined({ error }: ToolResult): boolean {
  return error?.code === 'SKILL_QUARANTINED'
}

function detailsOf({ error }: ToolResult): AttemptDetails {
  return isObject(error?.details) ? (error.details as AttemptDetails) : {}
}
