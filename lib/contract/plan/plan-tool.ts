/** What a plan has to know of a tool or a skill that its steps call. Ground; also in the browser. */
import type { RiskLevel } from '../document/skillset-document.ts'
import type { JsonSchema } from '../json/json.ts'
import { isAskedFor } from '../version/version-range.ts'
import type { Preview } from './preview-sentence.ts'

/** Plain data: schemas in the canonical dialect. */
export type PlanTool = {
  /** "vault.readFile", "publisher.skillset.skill" */
  name: string
  title: string
  /** The version that a call would run now; tools have none. */
  version?: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** Of a skill: the highest of what it says of itself, the tools that it may use and the skills that it may call. */
  riskLevel: RiskLevel
  sideEffects: string[]
  /** Of one call, for this caller. */
  priceMicros: bigint
  /** What the skills cost besides that one call may call. */
  callsMicros?: bigint
  /** How long one call may take; a step may ask for less. */
  mostMs: number
  kind: 'tool' | 'skill'
  /** Of a skill: the built-in tools that it may use, the skills that it may call, and what those use and call. */
  uses?: string[]
  /** Where in the vault all of these keep to, by their own declarations; absent when one of them declares no place. */
  vaultPlaces?: string[]
  preview?: Preview
}

/** By what a step may write in `tool`: the name, or the name with a version or range. */
export type PlanCatalog = ReadonlyMap<string, PlanTool>

/** "a.b.c@^1.2" → name and wanted versions. */
export function splitToolName(text: string): { name: string; wanted?: string } {
  const at = text.indexOf('@')
  return at < 0 ? { name: text } : { name: text.slice(0, at), wanted: text.slice(at + 1) }
}

/** The tool that a step names; undefined when the catalogue has none that fits. */
export function toolFor(catalog: PlanCatalog, text: string): PlanTool | undefined {
  const exact = catalog.get(text)
  const { name, wanted } = splitToolName(text)
  if (exact || wanted === undefined) return exact
  const tool = catalog.get(name)
  return tool?.version !== undefined && isAskedFor(tool.version, wanted) ? tool : undefined
}
