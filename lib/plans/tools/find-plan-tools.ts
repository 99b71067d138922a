/** The tools that steps of a plan can call, as this caller gets them. Unknown ones are left out, and the check reports them. */

import { z } from 'zod'
import { type Context, isWithinKey, requireViewer } from '../../context/context.ts'
import { buildOutputSchema } from '../../contracts/document/contract-document.ts'
import { findSkillLimits, TOOL_LIMITS } from '../../contracts/document/skill-limits.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { matchesRequest } from '../../contracts/versions/version-range.ts'
import { findNeedsError } from '../../integrations/integration-needs.ts'
import { ignoreAppError, toPublicError } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { priceRun, refusesDryRun } from '../../runs/prepare/price-run.ts'
import { findReach } from '../../runs/prepare/skill-reach.ts'
import { createCallContext } from '../../runs/resolve/create-run-context.ts'
import { resolveSkill } from '../../runs/resolve/resolve-skill.ts'
import type { Runnable } from '../../runs/resolve/runnable.ts'
import { buildContract } from '../../runs/resolve/runnable.ts'
import { findToolSkill, TOOL_SKILLS, type ToolSkill } from '../../tools/tool-skill.ts'
import { PLAN_LIMITS } from '../model/document/plan-schema.ts'
import { type PlanCatalog, type PlanTool, splitToolName } from '../model/document/plan-tool.ts'

/** Returns tools by their name as the plan writes it, such as "a.b.c@^1.2". Throws UNAUTHENTICATED. */
export async function findPlanTools(ctx: Context, names: readonly string[]): Promise<Map<string, PlanTool>> {
  requireViewer(ctx)
  const distinctNames = [...new Set(names)].slice(0, MAX_NAMES)
  const found = await Promise.all(
    distinctNames.map(async (name) => [name, await findPlanTool(ctx, name)] as const),
  )
  return new Map(found.flatMap(([name, tool]) => (tool ? [[name, tool] as const] : [])))
}

const MAX_NAMES = 200

let tools: PlanCatalog | undefined
export function builtInPlanTools(): PlanCatalog {
  tools ??= new Map(TOOL_SKILLS.map((each) => [each.name, toBuiltInPlanTool(each)]))
  return tools
}

/** Returns the built-in tools, and those that this plan's JSON names. Throws as `findPlanTools`. */
export async function listToolsForPlan(ctx: Context, text: string): Promise<[string, PlanTool][]> {
  const named = await findPlanTools(ctx, listToolNames(JSON.parse(text)))
  return [...new Map([...builtInPlanTools(), ...named])]
}

/** Returns the tools that the steps of any document name. */
export function listToolNames(document: unknown): string[] {
  const steps: unknown[] = isObject(document) && Array.isArray(document.steps) ? document.steps : []
  return steps.flatMap((step) => (isObject(step) && typeof step.tool === 'string' ? [step.tool] : []))
}

async function findPlanTool(ctx: Context, text: string): Promise<PlanTool | undefined> {
  const { name, wanted } = splitToolName(text)
  const tool = findToolSkill(name)
  if (tool) {
    const isThis = wanted === undefined || matchesRequest(tool.document.version, wanted)
    const isAllowed = isWithinKey(ctx, { skillSet: tool.document.slug, skill: tool.name })
    return isThis && isAllowed ? toBuiltInPlanTool(tool) : undefined
  }
  const runnable = await resolveSkill(ctx, { name, version: wanted, isForReading: true }).catch(
    ignoreAppError,
  )
  return runnable && toSkillPlanTool(ctx, runnable, name)
}

function toBuiltInPlanTool({ name, tool, skill }: ToolSkill): PlanTool {
  return {
    name,
    title: tool.title,
    inputSchema: skill.parameters ?? tool.inputSchema,
    outputSchema: tool.outputSchema,
    riskLevel: tool.riskLevel,
    sideEffects: tool.sideEffects,
    priceMicros: 0n,
    maxMs: TOOL_LIMITS.timeoutMs,
    kind: 'tool',
    preview: tool.preview,
  }
}

async function toSkillPlanTool(
  ctx: Context,
  runnable: Runnable,
  writtenName: string,
): Promise<PlanTool | undefined> {
  const { name, document, skill, versionNumber, migration } = runnable
  const { parameters } = buildContract(document, skill)
  if (skill.kind === 'instruction' || !parameters) return undefined
  const calls = createCallContext({ acting: { ...ctx, viewer: requireViewer(ctx) }, runnable })
  const { priceMicros, childrenMicros } = await priceRun(calls, runnable, {})
  const dryRunMicros = refusesDryRun(runnable)
    ? null
    : (await priceRun(calls, runnable, { dryRun: true })).priceMicros
  const {
    uses,
    vaultPaths: vaultPatterns,
    riskLevel,
    sideEffects,
    visited,
    otherNames,
  } = await findReach(runnable, (request) => resolveSkill(calls, { ...request, isForReading: true }))
  return {
    name,
    title: skill.name,
    version: versionNumber,
    // With a migration, the plan's author writes input for an older major version.
    inputSchema: migration?.before ?? parameters,
    outputSchema: buildOutputSchema(skill),
    riskLevel,
    sideEffects,
    priceMicros,
    ...(dryRunMicros !== 0n && { dryRunMicros }),
    ...(childrenMicros > 0n && { callsMicros: childrenMicros }),
    maxMs: findMaxDurationMs(skill),
    kind: 'skill',
    ...(uses.length > 0 && { uses }),
    ...(Object.keys(otherNames).length > 0 && {
      otherNames: { ...otherNames, ...(otherNames[name] && { [writtenName]: otherNames[name] }) },
    }),
    ...(vaultPatterns && { vaultPatterns }),
    ...(await findMissingAccount(ctx, visited)),
  }
}

async function findMissingAccount(
  { db }: Context,
  visited: readonly Runnable[],
): Promise<Pick<PlanTool, 'missingAccount'>> {
  for (const { skillSetId, ...runnable } of visited) {
    const error = skillSetId === null ? undefined : await findNeedsError(db, { ...runnable, skillSetId })
    if (!error) continue
    const { message, href } = toPublicError(error)
    const isCalled = runnable.name !== visited[0]?.name
    return { missingAccount: { message, ...(href !== undefined && { href }), ...(isCalled && { isCalled }) } }
  }
  return {}
}

function findMaxDurationMs({ runtime = 'javascript', limits }: SkillDocument): number {
  const { timeoutMs } = findSkillLimits(runtime, limits?.lane)
  return Math.min(timeoutMs, limits?.timeoutMs ?? timeoutMs)
}

const Names = z.array(z.string().max(300)).max(PLAN_LIMITS.steps)

export function parseToolNames(given: unknown): string[] {
  return parseFields(Names, given)
}
