import type { RiskLevel } from '../../../contracts/document/skillset-document.ts'
import { matchesRequest } from '../../../contracts/versions/version-range.ts'
import type { JsonSchema } from '../../../kernel/json/json.ts'
import type { PreviewTemplate } from './preview-sentence.ts'

export type PlanTool = {
  name: string
  title: string
  version?: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  riskLevel: RiskLevel
  sideEffects: string[]
  priceMicros: bigint
  /** The price of a dry run without nested calls; null if the skill refuses dry runs, absent if it is free. */
  dryRunMicros?: bigint | null
  callsMicros?: bigint
  maxMs: number
  kind: 'tool' | 'skill'
  uses?: string[]
  /** Other names of this skill and those it uses, by the name in the plan or code. */
  otherNames?: Record<string, string[]>
  vaultPatterns?: string[]
  preview?: PreviewTemplate
  /** Why the account is not ready, and the page that helps. `isCalled` if a called skill needs it, not this one. */
  missingAccount?: { message: string; href?: string; isCalled?: true }
}

/** Tools by name, optionally with a version or range. */
export type PlanCatalog = ReadonlyMap<string, PlanTool>

/** Splits "a.b.c@^1.2" into name and range. */
export function splitToolName(text: string): { name: string; wanted?: string } {
  const at = text.indexOf('@')
  return at < 0 ? { name: text } : { name: text.slice(0, at), wanted: text.slice(at + 1) }
}

export function toolFor(catalog: PlanCatalog, text: string): PlanTool | undefined {
  const exact = catalog.get(text)
  const { name, wanted } = splitToolName(text)
  if (exact || wanted === undefined) return exact
  const tool = catalog.get(name)
  return tool?.version !== undefined && matchesRequest(tool.version, wanted) ? tool : undefined
}
