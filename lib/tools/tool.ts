/**
 * What a first-party tool is: built in, run by the server itself, free.
 *
 * Floor 3, types only. One file per tool; `all-tools.ts` lists them. Both schemas are strict objects.
 * Source: specification "First-party tools and plans", Tools; seed "Tool Schemas".
 */
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'

export type Tool<Input extends object = JsonObject, Output extends object = JsonObject> = {
  /** "util.slugifyTitle" */
  name: string
  title: string
  description: string
  riskLevel: RiskLevel
  /** What it changes, in words; empty for what only computes. */
  sideEffects: string[]
  /** When it can be used: "always", or what has to be there. */
  availability: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** A sentence that begins with a verb, for whoever is asked to allow it. */
  preview(input: Input): string
  /** `input` has been through `inputSchema`, defaults filled in. Throws AppError. */
  run(input: Input): Promise<Output> | Output
}
