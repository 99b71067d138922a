/** The types of a plan's document: docs/spec/tools-and-plans.md §3. */

import type { RiskLevel } from '../../../contracts/document/skillset-document.ts'
import type { Issue } from '../../../kernel/errors.ts'
import type { Json, JsonObject } from '../../../kernel/json/json.ts'
import type { Operation } from '../../../kernel/json/json-patch.ts'

export const ON_ERROR = ['stop', 'skip', 'retry'] as const

export type OnError = (typeof ON_ERROR)[number]

type RetryPolicy = {
  maxAttempts: number
  /** The delay before the second attempt in milliseconds, 0 to 600,000, by default 250. It doubles each time. */
  backoffMs?: number
}

export type Foreach = {
  from: Json
  /** Another name for "$item". */
  itemName: string
  indexName?: string
  /** How many calls run at once at most, by default 1. */
  concurrency?: number
}

export const APPROVERS = ['admins', 'members'] as const

export type StepApproval = {
  /** Owners and admins of the organisation, by default, or every member. */
  by?: (typeof APPROVERS)[number]
  /** What the person should look at. */
  message?: string
  /** After how many hours without a decision the plan stops, by default 72. */
  expiresHours?: number
}

export const APPROVAL_HOURS = 72

export type PlanStep = {
  id: string
  tool: string
  /** May hold references: "$steps.read.content", "$vars.name", "$item.path", "$index", "… ${$steps.read.path} …". */
  args: JsonObject
  preview?: string
  dependsOn?: string[]
  foreach?: Foreach
  /** The name in "$vars.<captureAs>". */
  captureAs?: string
  onError?: OnError
  retry?: RetryPolicy
  timeoutMs?: number
  tags?: string[]
  /** The step starts only after a person has approved it. */
  approval?: StepApproval
}

export type PlanDocument = {
  version: string
  goal: string
  assumptions?: string[]
  riskLevel: RiskLevel
  defaults?: { onError?: OnError; retry?: RetryPolicy }
  steps: PlanStep[]
  outputs?: JsonObject
  uiHints?: JsonObject
}

/** `error` means that the plan cannot run, `warning` that it may fail, `note` that it works, with a coercion or advice. */
export type Severity = 'error' | 'warning' | 'note'

export type PlanIssue = Issue & {
  severity: Severity
  keyword: string
  stepId?: string
  fix?: { title: string; edits: Operation[] }
}

export type StepPolicy = {
  afterwards: 'stop' | 'skip'
  maxAttempts: number
  backoffMs: number
}

const BACKOFF_MS = 250
const ATTEMPTS = 3

/**
 * A step's settings override the plan's, except that the default `retry` does not apply to a step with "stop" or
 * "skip".
 */
export function resolvePolicy(plan: Pick<PlanDocument, 'defaults'>, step: PlanStep): StepPolicy {
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
