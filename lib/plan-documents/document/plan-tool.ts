import type { JsonSchema } from '../../json/json.ts'
import type { RiskLevel } from '../../skillset/document/skillset-document.ts'
import { isAskedFor } from '../../skillset/versions/version-range.ts'
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
  /** Without nested calls; null if refused, absent if free. */
  dryRunMicros?: bigint | null
  callsMicros?: bigint
  maxMs: number
  kind: 'tool' | 'skill'
  uses?: string[]
  /** Of this skill and those it uses, by the name that the plan or code states. */
  otherNames?: Record<string, string[]>
  vaultPatterns?: string[]
  preview?: PreviewTemplate
  /** Why, and the page to change that; `isCalled` for a skill that it may call. */
  missingAccount?: { message: string; href?: string; isCalled?: true }
}

/** By name, optionally with a version or range. */
export type PlanCatalog = ReadonlyMap<string, PlanTool>

/** "a.b.c@^1.2" → name and range. */
export function splitToolName(text: string): { name: string; wanted?: string } {
  const at = text.indexOf('@')
  return at < 0 ? { name: text } : { name: text.slice(0, at), wanted: text.slice(at + 1) }
}

export function toolFor(catalog: PlanCatalog, text: string): PlanTool | undefined {
  const exact = catalog.get(text)
  const { name, wanted } = splitToolName(text)
  if (exact || wanted === undefined) return exact
  const tool = catalog.get(name)
  return tool?.version !== undefined && isAskedFor(tool.version, wanted) ? tool : undefined
}
