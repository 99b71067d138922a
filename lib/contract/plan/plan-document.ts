/**
 * A plan: steps that call tools and skills, and hand their results on. Floor 0, types.
 *
 * Strict: a key that is not listed here is refused (`check-plan.ts`). Source: specification "First-party tools and
 * plans", Plan.
 */
import type { RiskLevel } from '../document/skillset-document.ts'
import type { Json, JsonObject } from '../json/json.ts'

export type OnError = 'stop' | 'skip' | 'retry'

export type RetryPolicy = {
  /** 1–10, the first one counted. */
  maxAttempts: number
  /** Before the second attempt, 0–600,000; doubled before each further one. 250 when absent. */
  backoffMs?: number
}

export type Foreach = {
  /** A reference to an array: "$steps.bullets.items". */
  from: Json
  /** What "$item" is also called within the step. */
  itemName: string
  indexName?: string
  /** How many items are worked on side by side; 1 when absent. */
  concurrency?: number
}

export type PlanStep = {
  /** ^[A-Za-z][A-Za-z0-9_-]*$ */
  id: string
  /** "vault.readFile", or a skill: "publisher.skillset.skill", with "@1.2.0" or "@^1.2" for a version or a range. */
  tool: string
  /** May hold references: "$steps.read.content", "$vars.name", "$item.path", "$index", "… ${$steps.read.path} …". */
  args: JsonObject
  /** A sentence that begins with a verb and names the path or the command. */
  preview?: string
  dependsOn?: string[]
  foreach?: Foreach
  /** The output is also "$vars.<captureAs>" for the steps after it. */
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
  /** The highest of its steps. */
  riskLevel: RiskLevel
  defaults?: { onError?: OnError; retry?: RetryPolicy }
  steps: PlanStep[]
  /** What the whole plan gives back: names to values that may hold references. */
  outputs?: JsonObject
  /** For the builder: where the cards stand in the graph. Means nothing to a run. */
  uiHints?: JsonObject
}
