/**
 * What a plan's steps call, as this caller may call it. Floor 3.
 *
 * Built-in tools and published skills alike: which version a call would run, what it takes and promises, what it
 * costs. What is not there, or not theirs to see, is left out: the check says so at the step.
 */
import { type Context, requireViewer } from '../context.ts'
import { SKILL_LIMITS, TOOL_LIMITS } from '../contract/document/skill-limits.ts'
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { isObject, type Json, type JsonSchema } from '../contract/json/json.ts'
import { type PlanCatalog, type PlanTool, splitToolName } from '../contract/plan/plan-tool.ts'
import { declarationsOf } from '../contract/schema/schema-tree.ts'
import { isAskedFor } from '../contract/version/version-range.ts'
import { contractOf } from '../execution/contract-of.ts'
import { leaveOut } from '../execution/find-declared.ts'
import { type Runnable, resolveSkill } from '../execution/resolve-skill.ts'
import { priceRun } from '../execution/run-terms.ts'
import { reachOf } from '../execution/skill-reach.ts'
import { findToolSkill, TOOL_SKILLS, type ToolSkill } from '../tools/tool-skill.ts'

/** What each of `names` means, by the name as it was written ("a.b.c@^1.2"). Throws UNAUTHENTICATED for visitors. */
export async function findPlanTools(ctx: Context, names: readonly string[]): Promise<Map<string, PlanTool>> {
  requireViewer(ctx)
  const wanted = [...new Set(names)].slice(0, MOST_NAMES)
  const found = await Promise.all(wanted.map(async (name) => [name, await findPlanTool(ctx, name)] as const))
  return new Map(found.flatMap(([name, tool]) => (tool ? [[name, tool] as const] : [])))
}

// A plan has at most 200 steps.
const MOST_NAMES = 200

let tools: PlanCatalog | undefined
/** Every built-in tool, by its name. They never change while a process lives. */
export function houseTools(): PlanCatalog {
  tools ??= new Map(TOOL_SKILLS.map((each) => [each.name, toolOfHouse(each)]))
  return tools
}

/** For a page that shows a plan: every built-in tool, and what the steps of this text, which is JSON, call besides. Throws as `findPlanTools`. */
export async function toolsForPlan(ctx: Context, text: string): Promise<[string, PlanTool][]> {
  const named = await findPlanTools(ctx, toolNamesIn(JSON.parse(text)))
  return [...new Map([...houseTools(), ...named])]
}

/** The names in a document that may not be a plan yet. */
export function toolNamesIn(document: unknown): string[] {
  const steps: unknown[] = isObject(document) && Array.isArray(document.steps) ? document.steps : []
  return steps.flatMap((step) => (isObject(step) && typeof step.tool === 'string' ? [step.tool] : []))
}

async function findPlanTool(ctx: Context, text: string): Promise<PlanTool | undefined> {
  const { name, wanted } = splitToolName(text)
  const tool = findToolSkill(name)
  if (tool) {
    const isThis = wanted === undefined || isAskedFor(tool.document.version, wanted)
    return isThis ? toolOfHouse(tool) : undefined
  }
  const runnable = await resolveSkill(ctx, { name, version: wanted }).catch(leaveOut)
  return runnable && skillOf(ctx, runnable)
}

function toolOfHouse({ name, tool, skill }: ToolSkill): PlanTool {
  return {
    name,
    title: tool.title,
    inputSchema: skill.parameters ?? tool.inputSchema,
    outputSchema: tool.outputSchema,
    riskLevel: tool.riskLevel,
    sideEffects: tool.sideEffects,
    priceMicros: 0n,
    mostMs: TOOL_LIMITS.timeoutMs,
    kind: 'tool',
    preview: tool.preview,
  }
}

/** Undefined for a page of instructions, and for what cannot be read. */
async function skillOf(ctx: Context, runnable: Runnable): Promise<PlanTool | undefined> {
  const { name, document, skill, versionNumber, migration } = runnable
  const { parameters, response, rules } = contractOf(document, skill)
  if (skill.kind === 'instruction' || !parameters) return undefined
  const { priceMicros, childrenMicros } = await priceRun(ctx, runnable, {})
  const { uses, vaultPlaces, riskLevel, sideEffects } = await reachOf(runnable, (asked) =>
    resolveSkill(ctx, asked),
  )
  return {
    name,
    title: skill.name,
    version: versionNumber,
    // A caller of an older major writes what that one took.
    inputSchema: migration?.before ?? parameters,
    outputSchema: withMessage(response ?? {}, rules.messageRequired),
    riskLevel,
    sideEffects,
    priceMicros,
    ...(childrenMicros > 0n && { callsMicros: childrenMicros }),
    mostMs: mostMsOf(skill),
    kind: 'skill',
    ...(uses.length > 0 && { uses }),
    ...(vaultPlaces && { vaultPlaces }),
  }
}

function mostMsOf({ runtime = 'javascript', limits }: SkillDocument): number {
  const { timeoutMs } = SKILL_LIMITS[runtime]
  return Math.min(timeoutMs, limits?.timeoutMs ?? timeoutMs)
}

/** An undeclared `message` is every handler's to give, and some owe it: see `check-output.ts`. */
function withMessage(response: JsonSchema, isRequired: boolean): JsonSchema {
  if (declarationsOf(response, response, 'message').length > 0) return response
  const properties = isObject(response.properties) ? response.properties : {}
  const required: Json[] = Array.isArray(response.required) ? response.required : []
  const message = { type: 'string', description: 'What the skill says of its result.' }
  return {
    ...response,
    properties: { ...properties, message },
    ...(isRequired && { type: 'object', required: [...required, 'message'] }),
  }
}
