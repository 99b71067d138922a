import type { OnError, PlanDocument, PlanStep } from './plan-document.ts'

export const ON_ERROR = ['stop', 'skip', 'retry'] as const satisfies readonly OnError[]

export function parseOnError(value: unknown): OnError | undefined {
  return ON_ERROR.find((each) => each === value)
}

export type StepPolicy = {
  afterwards: 'stop' | 'skip'
  maxAttempts: number
  backoffMs: number
}

const BACKOFF_MS = 250
const ATTEMPTS = 3

/**
 * The step's settings override the plan's, except that the plan's default `retry` does not apply to a step
 * that sets "stop" or "skip".
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

export function waitBefore(attempt: number, { backoffMs }: StepPolicy): number {
  return Math.min(backoffMs * 2 ** Math.max(0, attempt - 2), LONGEST_WAIT_MS)
}

const LONGEST_WAIT_MS = 600_000
