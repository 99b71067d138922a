/** A plan: steps that call tools and skills. See docs/spec/tools-and-plans.md §3. */

import type { Issue } from '../../errors.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import type { Operation } from '../../json/json-patch.ts'
import type { RiskLevel } from '../../skillset/document/skillset-document.ts'

export type OnError = 'stop' | 'skip' | 'retry'

export type RetryPolicy = {
  maxAttempts: number
  /** Before the second attempt, 0–600,000; doubles each time. Defaults to 250. */
  backoffMs?: number
}

export type Foreach = {
  from: Json
  /** An additional name for "$item". */
  itemName: string
  indexName?: string
  /** Items processed in parallel; defaults to 1. */
  concurrency?: number
}

export type PlanStep = {
  id: string
  tool: string
  /**
   * May contain references: "$steps.read.content", "$vars.name", "$item.path", "$index", "…
   * ${$steps.read.path} …".
   */
  args: JsonObject
  preview?: string
  dependsOn?: string[]
  foreach?: Foreach
  /** Later steps can refer to the output as "$vars.<captureAs>". */
  captureAs?: string
  onError?: OnError
  retry?: RetryPolicy
  timeoutMs?: number
  tags?: string[]
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

/** `error`: the plan cannot run. `warning`: it may fail. `note`: it works, with a coercion or advice. */
export type Severity = 'error' | 'warning' | 'note'

/** `path` is a JSON Pointer into the plan. */
export type PlanIssue = Issue & {
  severity: Severity
  keyword: string
  stepId?: string
  fix?: { title: string; edits: Operation[] }
}
