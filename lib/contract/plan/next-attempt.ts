/**
 * Whether a call is tried again, when, and what it comes to when not. Ground; also in the browser.
 *
 * Source: specification "First-party tools and plans", Plan: onError, retry.
 */
import type { ErrorCode } from '../../errors.ts'
import { isObject } from '../json/json.ts'
import { type StepPolicy, waitBefore } from './step-policy.ts'
import type { ToolResult } from './tool-result.ts'

/** What the same call would be told again. */
const NEVER_AGAIN: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'MISSING_REQUIRED_PARAM',
  'NOT_FOUND',
  'POLICY_DENIED',
  'UNAUTHENTICATED',
  'PAYMENT_REQUIRED',
  'CANCELLED',
])

/** Attempts that lost their process without having done anything, besides those that the plan allows. */
const LOST_AT_MOST = 5
/** What they lost may be coming back just now; doubled for each further one. */
const AFTER_LOSS_MS = 500

/**
 * What `details` of an attempt's error says besides. `lost`: its process or its sandbox died, "unharmed" when it is known to have
 * changed nothing, "unknown" when it may have. `isFinal`: no step can go on, whatever the plan says.
 */
export type AttemptDetails = { lost?: 'unharmed' | 'unknown'; isFinal?: true }

/** Whether trying again may end otherwise. */
export function isRetryable(code: ErrorCode): boolean {
  return !NEVER_AGAIN.has(code)
}

export type NextAttempt = { attempt: number; atMs: number } | { over: 'ok' | 'skipped' | 'failed' }

/**
 * An attempt that was lost is made again by itself only when it changed nothing: the plan's own number of attempts is
 * for what answered. What may have done half its work is never repeated, as if it had failed for good.
 */
export function nextAttempt(results: readonly ToolResult[], policy: StepPolicy): NextAttempt {
  const last = results.at(-1)
  if (!last) return { attempt: 1, atMs: 0 }
  if (last.ok) return { over: 'ok' }
  if (last.status === 'skipped') return { over: 'skipped' }
  const { lost, isFinal } = detailsOf(last)
  const failed = { over: isFinal || policy.afterwards === 'stop' ? 'failed' : 'skipped' } as const
  const attempt = results.length + 1
  const lostCount = results.filter((each) => detailsOf(each).lost === 'unharmed').length
  if (lost === 'unharmed' && lostCount <= LOST_AT_MOST)
    return { attempt, atMs: last.endedAt + AFTER_LOSS_MS * 2 ** (lostCount - 1) }
  if (lost !== undefined) return failed
  const tried = results.length - lostCount
  const isOver = isFinal || !last.error || !isRetryable(last.error.code)
  if (isOver || tried >= policy.maxAttempts) return failed
  return { attempt, atMs: last.endedAt + waitBefore(tried + 1, policy) }
}

function detailsOf({ error }: ToolResult): AttemptDetails {
  return isObject(error?.details) ? (error.details as AttemptDetails) : {}
}
