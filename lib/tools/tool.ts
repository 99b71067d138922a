/**
 * What a first-party tool is: built in, run by the server itself, free.
 *
 * Floor 3, types only. One file per tool; `all-tools.ts` lists them. Both schemas are strict objects.
 * Source: specification "First-party tools and plans", Tools; seed "Tool Input/Output Schema Conventions".
 */
import type { Viewer } from '../context.ts'
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject, JsonSchema } from '../contract/json/json.ts'
import type { Preview } from '../contract/plan/preview-sentence.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { Database } from '../db/client.ts'

/** Why a call was made; the vault's journal keeps it, so that a run or a plan can be undone as a whole. */
export type Cause = {
  /** The run that this call is recorded as. */
  runId: string
  planRunId?: string
  stepId?: string
  /** As the input says. */
  note?: string
}

/** What a tool finds around it: who calls, and what it may reach. */
export type ToolWorld = {
  db: Database
  caller: Viewer
  cause: Cause
  /** Say what would happen, change nothing: the call says so, or its input does. */
  dryRun: boolean
  signal: AbortSignal
  /** Tells what was observed to change, or would in a dry run; the call's ToolResult carries it, and says which. */
  observe(effects: Effects): void
  /** Runs a skill for the same caller, as a child of this call. Throws what the pipeline throws. */
  runSkill(name: string, args: Json): Promise<Json>
}

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
  preview: Preview
  /** Skills that this call may run, so that what they cost is put aside before it begins; none when absent. */
  runsSkills?(input: Input, world: Pick<ToolWorld, 'db' | 'caller'>): Promise<string[]>
  /** `input` has been through `inputSchema`, defaults filled in. Throws AppError. */
  run(input: Input, world: ToolWorld): Promise<Output> | Output
}
