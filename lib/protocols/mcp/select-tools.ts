import { type Context, requireScope } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { functionNames } from '../../kernel/names/function-name.ts'
import { isCallableName } from '../../kernel/names/skill-name.ts'
import { requireCallScope } from '../../runs/resolve/resolve-skill.ts'
import { listOfferedSkills, type Pin } from '../../toolsets/toolset-access.ts'
import { executeSkill } from '../skills-protocol/execute-skill.ts'
import { PROTOCOL_TOOLS } from '../skills-protocol/protocol-tools.ts'

export type ChosenTools = {
  /** The skills that are tools of their own, by the name of the tool. */
  natives: ReadonlyMap<string, string>
  pins?: ReadonlyMap<string, Pin>
}

/**
 * Throws INVALID_INPUT for invalid or conflicting parameters; NOT_FOUND for an unknown toolset, POLICY_DENIED for
 * another one than the key's.
 */
export async function selectTools(ctx: Context, selection: URLSearchParams): Promise<ChosenTools> {
  const bound = ctx.keyGrant?.toolset?.slug ?? null
  const toolset = selection.get('toolset') ?? bound
  const names = selection.get('names') ?? 'full'
  if (toolset === null) return { natives: nameTools(parseSkillSelection(selection.get('skills')), names) }
  if (selection.has('skills'))
    throw new AppError('INVALID_INPUT', { message: 'Use either ?toolset= or ?skills=, not both.' })
  const pins = await listOfferedSkills(ctx, toolset)
  return { natives: nameTools([...pins.keys()], names), pins }
}

function nameTools(skills: readonly string[], names: string): Map<string, string> {
  if (names === 'full') return functionNames(skills)
  if (names !== 'short') throw new AppError('INVALID_INPUT', { message: '?names= must be full or short.' })
  const natives = new Map<string, string>()
  for (const skill of skills) {
    const name = skill.slice(skill.lastIndexOf('.') + 1)
    const other = natives.get(name) ?? PROTOCOL_TOOLS.find((tool) => tool.name === name)?.name
    if (other !== undefined)
      throw new AppError('INVALID_INPUT', {
        message: `With ?names=short, ${skill} and ${other} would both be the tool ${name}. Use ?names=full.`,
      })
    natives.set(name, skill)
  }
  return natives
}

// Each uses the model's context; `list_skills` covers more.
export const MAX_CHOSEN_SKILLS = 50

export function parseSkillSelection(selection: string | null): string[] {
  const names = [...new Set((selection ?? '').split(',').filter(Boolean))]
  const wrong = names.find((name) => !isCallableName(name))
  if (wrong !== undefined)
    throw new AppError('INVALID_INPUT', {
      message: `?skills= must list skill names. “${wrong.slice(0, 100)}” is not one.`,
    })
  if (names.length > MAX_CHOSEN_SKILLS)
    throw new AppError('INVALID_INPUT', { message: `?skills= accepts at most ${MAX_CHOSEN_SKILLS} skills.` })
  return names
}

/**
 * Throws POLICY_DENIED before responding: the status makes a client request more scopes (MCP, Authorization, Scope
 * challenge handling).
 */
export function requireToolScopes(ctx: Context, natives: ReadonlyMap<string, string>, message: Json): void {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return
  const { name, arguments: args } = message.params
  const skill = natives.get(String(name))
  const tool = PROTOCOL_TOOLS.find((candidate) => candidate.name === name)
  if (skill !== undefined) requireCallScope(ctx, skill)
  else if (tool === executeSkill) requireCallScope(ctx, isObject(args) ? args.name : undefined)
  else if (tool && !tool.isPublic) requireScope(ctx, tool.scope)
}
