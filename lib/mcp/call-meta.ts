/**
 * What a call takes besides a skill's arguments, where it travels in `_meta`: every extra of `execute_skill`, under names
 * of ours, for a skill that is a tool of its own and for `execute_skill` itself alike;
 * for `run_code` what its row takes beside its params. Floor 4, pure.
 */
import { EXECUTE_EXTRAS, type ExecuteParams, executeSkill } from '../agents/execute-skill.ts'
import { acceptedParams, takeParams } from '../agents/take-params.ts'
import type { AgentTool } from '../agents/tool.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'

export type CallMeta = Pick<ExecuteParams, (typeof EXECUTE_EXTRAS)[number]>

const PREFIX = 'guildhall/'

const known = acceptedParams(executeSkill).properties as JsonObject
/** As a tool of the eight declares what it takes. */
const META = {
  name: '_meta',
  parameters: { type: 'object', properties: {} },
  extras: Object.fromEntries(EXECUTE_EXTRAS.map((name) => [name, known[name] as JsonObject])),
}

/** What stands under our names. Throws INVALID_INPUT for one that there is none of, and for what does not fit. */
export function readCallMeta(meta: object = {}): CallMeta {
  return takeParams(META, ours(meta)).filled
}

/** The arguments for one of the eight, and what `_meta` says of the run where the tool does not take that as an argument. */
type Asked = { args: Json; beside?: JsonObject }

/**
 * Throws INVALID_INPUT when arguments and `_meta` differ, and for a tool that changes something and takes none of it:
 * whoever set a highest price counts on it.
 */
export function withCallMeta(tool: AgentTool, args: Json = {}, meta: object = {}): Asked {
  const said = ours(meta)
  const names = Object.keys(said)
  if (names.length === 0 || tool.scope === 'read' || !isObject(args)) return { args }
  if (tool.beside) return { args, beside: takeParams({ ...META, extras: tool.beside }, said).filled }
  if (tool.name !== executeSkill.name)
    throw wrong(
      names,
      `${tool.name} takes nothing under ${PREFIX} in _meta: only calls that run something do.`,
    )
  const isSame = (name: string) => JSON.stringify(args[name]) === JSON.stringify(said[name])
  const differing = names.filter((name) => Object.hasOwn(args, name) && !isSame(name))
  if (differing.length > 0) throw wrong(differing, 'The arguments and _meta do not say the same.')
  return { args: { ...(readCallMeta(meta) as JsonObject), ...args } }
}

function ours(meta: object): JsonObject {
  const entries = Object.entries(meta as JsonObject).filter(([key]) => key.startsWith(PREFIX))
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(PREFIX.length), value]))
}

function wrong(names: string[], message: string): AppError {
  const issues = names.map((name) => ({ path: `/_meta/${PREFIX.replace('/', '~1')}${name}`, message }))
  return new AppError('INVALID_INPUT', { message, issues })
}
