import type { Context } from '../../context/context.ts'
import type { PlanDocument } from '../../plan-documents/document/plan-document.ts'
import type { PlanTool } from '../../plan-documents/document/plan-tool.ts'
import type { PlanProgress } from '../../plan-documents/progress/plan-progress.ts'
import type { ToolResult } from '../../run-model/tool-result.ts'

export type PlanWork = {
  ctx: Pick<Context, 'db' | 'sandbox'>
  row: PlanRunFacts
  plan: PlanDocument
  progress: PlanProgress
  results: Map<string, ToolResult>
  tools: Map<string, PlanTool>
  cancel: AbortSignal
  outputRoom: { bytes: number }
  priceQueue: Promise<unknown>
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
