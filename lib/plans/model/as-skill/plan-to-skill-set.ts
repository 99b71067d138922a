/** Turns a plan into a SkillSet document with one skill, which its publisher can edit and publish like any other. */

import { RUN_LIMITS, SKILL_LIMITS } from '../../../contracts/document/skill-limits.ts'
import type { Permissions, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import type { Json, JsonObject } from '../../../kernel/json/json.ts'
import type { CheckedPlan } from '../checks/check-plan.ts'
import type { PlanDocument, PlanStep } from '../document/plan-document.ts'
import { type PlanCatalog, splitToolName, toolFor } from '../document/plan-tool.ts'
import { parseTemplate } from '../document/reference.ts'
import { reachesVault, vaultArguments } from '../policy/vault-arguments.ts'
import { planHandler } from './plan-handler.ts'
import type { PlanInput } from './plan-inputs.ts'
import { planParameters, planResult } from './plan-result.ts'

type PlanSource = { title: string; checked: CheckedPlan; catalog: PlanCatalog }

type SkillTerms = Pick<SkillSetDocument, 'slug' | 'name' | 'visibility'> & { inputs: readonly PlanInput[] }

/** The plan must be runnable, and `skillProblems` must find nothing. */
export function planToSkillSet(
  plan: PlanDocument,
  { title, checked, catalog }: PlanSource,
  { slug, name, visibility, inputs }: SkillTerms,
): SkillSetDocument {
  const result = planResult(plan, catalog, title)
  const definition = planHandler({ title, plan, catalog, inputs, previews: checked.previews, result })
  const tools = plan.steps.flatMap(({ tool }) => toolFor(catalog, tool) ?? [])
  const sideEffects = [...new Set(tools.flatMap((tool) => tool.sideEffects))]
  const example: JsonObject = Object.fromEntries(inputs.map((input) => [input.name, input.value]))
  return {
    slug,
    name,
    version: '1.0.0',
    description: plan.goal.slice(0, 1000),
    visibility,
    permissions: collectPermissions(plan, catalog, inputs),
    skills: [
      {
        slug,
        name,
        description: plan.goal.slice(0, 500),
        prompt: writePrompt(plan, inputs),
        definition,
        parameters: planParameters(inputs, plan, catalog),
        response: result.response,
        riskLevel: checked.riskLevel,
        ...(sideEffects.length > 0 && { sideEffects }),
        examples: [{ title: 'As in the plan', input: example }],
      },
    ],
  }
}

function writePrompt({ goal, steps }: PlanDocument, inputs: readonly PlanInput[]): string {
  const takes = inputs.map(({ name }) => name).join(', ') || 'no input'
  return `Use it for this goal: ${goal.slice(0, 1500)}\nIt takes ${takes} and performs ${steps.length} steps in order.`.slice(
    0,
    2000,
  )
}

/** Reasons why a skill cannot do what the plan does, as sentences. */
export function skillProblems({ steps }: PlanDocument): string[] {
  const wanted = new Map<string, string | undefined>()
  const waiting = steps
    .filter(({ approval }) => approval)
    .map(({ id }) => `The step “${id}” waits for a person, which a skill cannot. Remove its approval.`)
  const versions = steps.flatMap(({ tool }) => {
    const { name, wanted: range } = splitToolName(tool)
    const isOther = wanted.has(name) && wanted.get(name) !== range
    wanted.set(name, range)
    return isOther
      ? [`It calls ${name} in two versions, and a skill can use one. Choose the same in all steps.`]
      : []
  })
  return [...waiting, ...versions]
}

/** What a skill does differently from the plan, as sentences. */
export function skillDifferences({ steps }: PlanDocument): string[] {
  const seconds = SKILL_LIMITS.javascript.timeoutMs / 1000
  const timed = steps.filter(({ timeoutMs }) => timeoutMs !== undefined).map(({ id }) => `“${id}”`)
  return [
    `A skill must finish within ${seconds} seconds and ${RUN_LIMITS.calls} calls, and does not continue after a crash. Plans have neither limit.`,
    'Its steps run one after another, and each person who runs it uses their own vault and pays for the skills that it calls.',
    ...(timed.length > 0 ? [`The time limits of ${timed.join(', ')} do not apply.`] : []),
  ]
}

/** As permissions name them: "acme.mail.send@^1.2". */
export function calledSkills({ steps }: Pick<PlanDocument, 'steps'>, catalog: PlanCatalog): string[] {
  const names = steps.flatMap((step) => {
    const tool = toolFor(catalog, step.tool)
    const { name, wanted } = splitToolName(step.tool)
    return tool?.kind === 'tool' ? [] : [`${name}@${wanted ?? `^${tool?.version ?? '0.0.0'}`}`]
  })
  return [...new Set(names)]
}

function collectPermissions(
  { steps }: PlanDocument,
  catalog: PlanCatalog,
  inputs: readonly PlanInput[],
): Permissions {
  const called = steps.filter(({ tool }) => toolFor(catalog, tool)?.kind === 'tool')
  const tools = new Set(called.map(({ tool }) => splitToolName(tool).name))
  const skills = calledSkills({ steps }, catalog)
  const vault = withoutCovered(steps.flatMap((step) => vaultEntries(step, catalog, inputs)))
  return {
    ...(tools.size > 0 && { tools: [...tools] }),
    ...(vault.length > 0 && { vault }),
    ...(skills.length > 0 && { skills }),
  }
}

const EVERYTHING = '**'

function vaultEntries(step: PlanStep, catalog: PlanCatalog, inputs: readonly PlanInput[]): string[] {
  const { name } = splitToolName(step.tool)
  const tool = toolFor(catalog, step.tool)
  if (tool?.kind !== 'tool' || !reachesVault(name)) return []
  const kind = tool.riskLevel === 'read-only' ? 'read' : 'write'
  const isInput = (argument: string | undefined) =>
    inputs.some((input) => input.stepId === step.id && input.argument === argument)
  const globs = vaultArguments(name, step.args).map(({ pointer, path }) =>
    isInput(pointer.split('/')[1]) ? EVERYTHING : toGlob(path),
  )
  return (globs.length > 0 ? globs : [EVERYTHING]).map((glob) => `${kind}:${glob}`)
}

/** A path with references is known up to its last folder. */
function toGlob(path: Json): string {
  const template = typeof path === 'string' ? parseTemplate(path) : undefined
  if (template?.kind === 'text') return plainGlob(template.text.replace(/\/$/, ''))
  const [start] = template?.kind === 'mixed' ? template.parts : []
  const folder = typeof start === 'string' ? start.slice(0, Math.max(0, start.lastIndexOf('/'))) : ''
  const glob = plainGlob(folder)
  return glob === EVERYTHING ? EVERYTHING : `${glob}/${EVERYTHING}`
}

function plainGlob(path: string): string {
  return path === '' || /[*?]/.test(path) || path.length > 250 ? EVERYTHING : path
}

function withoutCovered(entries: readonly string[]): string[] {
  return [...new Set(entries)].filter((entry) => {
    const [kind] = entry.split(':')
    return entry === `${kind}:${EVERYTHING}` || !entries.includes(`${kind}:${EVERYTHING}`)
  })
}
