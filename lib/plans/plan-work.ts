/** A plan run in a worker's hands. Floor 3, types only. */
import type { Context } from '../context.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import type { PlanProgress } from '../contract/plan/plan-progress.ts'
import type { PlanTool } from '../contract/plan/plan-tool.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'

export type PlanWork = {
  ctx: Pick<Context, 'db' | 'sandbox'>
  row: PlanRunFacts
  plan: PlanDocument
  progress: PlanProgress
  /** What this process has recorded, by "unit#attempt". */
  results: Map<string, ToolResult>
  /** What this process has looked up, by the name that a step writes. */
  tools: Map<string, PlanTool>
  /** Aborted when somebody wants it to end. */
  cancel: AbortSignal
  /** For what its calls may still give back; see `MOST_GIVEN_BYTES`. */
  room: { bytes: number }
  /** Settles when nobody counts what is spent: one call after the other does. */
  counting: Promise<unknown>
}

export type PlanRunFacts = {
  id: string
  organisationId: string
  userId: string
  keyId: string | null
  timeZone: string
  dryRun: boolean
  maxPriceMicros: bigint | null
  confirmedAt: Date | null
}
