/** What is done when a step fails, once the plan's defaults are counted in. Ground; also in the browser. */
import type { OnError, PlanDocument, PlanStep } from './plan-document.ts'

export const ON_ERROR = ['stop', 'skip', 'retry'] as const satisfies readonly OnError[]

export function parseOnError(value: unknown): OnError | undefined {
  return ON_ERROR.find((each) => each === value)
}

export type StepPolicy = {
  /** After the last attempt. */
  afterwards: 'stop' | 'skip'
  maxAttempts: number
  /** Before the second attempt; doubled before each further one. */
  backoffMs: number
}

const BACKOFF_MS = 250
// "retry" without a number.
const ATTEMPTS = 3

/**
 * The step's own word before the plan's. A `retry` counts beside "stop" and "skip" too, so that a step can be tried
 * three times and then be skipped; but the plan's does not count for a step that says of itself to stop or to skip.
 * "retry" alone means three attempts, then stop.
 */
export function policyOf(plan: Pick<PlanDocument, 'defaults'>, step: PlanStep): StepPolicy {
  const onError = step.onError ?? plan.defaults?.onError ?? 'stop'
  const isDecided = step.onError === 'stop' || step.onError === 'skip'
  const retry = step.retry ?? (isDecided ? undefined : plan.defaults?.retry)
  return {
    afterwards: onError === 'skip' ? 'skip' : 'stop',
    maxAttempts: retry?.maxAttempts ?? (onError === 'retry' ? ATTEMPTS : 1),
    backoffMs: retry?.backoffMs ?? BACKOFF_MS,
  }
}

/** How long to wait before attempt `attempt` (from 2). */
export function waitBefore(attempt: number, { backoffMs }: StepPolicy): number {
  return Math.min(backoffMs * 2 ** Math.max(0, attempt - 2), LONGEST_WAIT_MS)
}

const LONGEST_WAIT_MS = 600_000
