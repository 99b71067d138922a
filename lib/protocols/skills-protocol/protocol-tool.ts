/** /rpc and /mcp share the tools, with the same access checks. See docs/spec/skills-protocol.md §1. */

import type { KeyScope } from '../../auth/model/key-scopes.ts'
import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import type { StartedRun } from '../../runs/start/start-run.ts'
import { coerceParams, showCoercions } from './coerce-params.ts'
import type { ToolSchema } from './protocol-tool-schemas.ts'
import { validateParams } from './validate-params.ts'

export type ProtocolTool = ToolSchema & {
  scope: KeyScope
  /** Checks a scope that depends on params, as sent. Throws POLICY_DENIED. */
  requireScope?: (ctx: Context, params: Json | undefined) => void
  isPublic: boolean
  /** Limits, and fields that `parameters` does not name. */
  extras?: { [field: string]: JsonSchema }
  /** What a model that has only the definition must know to use the extras that `shownExtras` names. */
  hint?: string
  /** The extras in the definition that models get. The others are told in the guide, because each model pays for all. */
  shownExtras?: readonly string[]
  /** Options of protocols that can send more than params. */
  extraOptions?: { [field: string]: JsonSchema }
  /** `params` have defaults, `sent` has none. */
  run: (ctx: Context, params: JsonObject, sent: JsonObject, options: ToolCallHooks) => Promise<Json>
}

export type ToolCallHooks = {
  onRun?: OnRun
  extraOptions?: JsonObject
}

/** Lets callers follow or cancel the run. */
export type OnRun = (started: StartedRun) => void

type ProtocolCallOptions = ToolCallHooks & {
  /** Numbers in the skill's args that parsing rounded. */
  lost?: Issue[]
  /** What the channel has converted in the params already. */
  coercions?: Coercion[]
}

/**
 * Returns the result, with `param_coercions` if params were converted. Throws UNAUTHENTICATED, POLICY_DENIED for a key without the scope, INVALID_INPUT or MISSING_REQUIRED_PARAM with
 * details per field, and the tool's errors.
 */
export async function callProtocolTool(
  ctx: Context,
  tool: ProtocolTool,
  sentParams: Json | undefined,
  { lost = [], coercions: earlier = [], ...options }: ProtocolCallOptions = {},
): Promise<Json> {
  const { params, coercions } = coerceParams(tool, sentParams)
  const caller = narrowCaller(ctx, tool, params)
  if (lost.length > 0) throw new AppError('INVALID_INPUT', { issues: lost })
  const { filled, sent } = validateParams(tool, params)
  const result = await tool.run(caller, filled, sent, options)
  const all = [...earlier, ...coercions]
  return all.length > 0 && isObject(result) ? { ...result, param_coercions: showCoercions(all) } : result
}

/** Without the scope, a key calls public tools as a visitor. */
function narrowCaller(ctx: Context, tool: ProtocolTool, params: Json | undefined): Context {
  const { scope, isPublic } = tool
  const isAllowed = !ctx.keyGrant || ctx.keyGrant.scopes.includes(scope)
  if (isPublic) return isAllowed ? ctx : asVisitor(ctx)
  requireViewer(ctx)
  if (tool.requireScope) tool.requireScope(ctx, params)
  else requireScope(ctx, scope)
  return ctx
}

function asVisitor({ db, sandbox, channel }: Context): Context {
  return { viewer: null, db, sandbox, channel }
}
