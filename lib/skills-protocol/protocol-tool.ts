/**
 * /rpc and /mcp both call tools through `callProtocolTool`, so that access checks apply to both. See
 * docs/spec/skills-protocol.md §1.
 */

import type { KeyScope } from '../access/key-scopes.ts'
import { type Context, requireScope, requireViewer } from '../context/context.ts'
import { AppError, type Issue } from '../errors.ts'
import type { Json, JsonObject, JsonSchema } from '../json/json.ts'
import type { StartedRun } from '../runs/start/start-run.ts'
import type { ToolSchema } from './protocol-tool-schemas.ts'
import { validateParams } from './validate-params.ts'

export type ProtocolTool = ToolSchema & {
  scope: KeyScope
  /** Replaces `scope` if the scope depends on the params, which are passed as sent. Throws POLICY_DENIED. */
  requireScope?: (ctx: Context, params: Json | undefined) => void
  isPublic: boolean
  /** Limits for fields of `parameters`, and accepted fields that it does not name. */
  extras?: { [field: string]: JsonSchema }
  /** Accepted in addition to the params, for protocols with a place for it. */
  extraOptions?: { [field: string]: JsonSchema }
  /** `params` are validated with defaults; `sent` are the same without defaults. */
  run: (ctx: Context, params: JsonObject, sent: JsonObject, manner: ToolCallHooks) => Promise<Json>
}

export type ToolCallHooks = {
  onRun?: OnRun
  extraOptions?: JsonObject
}

/** Called with the run that a call started, to follow or cancel it. */
export type OnRun = (started: StartedRun) => void

export type ProtocolCallOptions = ToolCallHooks & {
  /** Numbers in the skill's args that parsing has rounded. */
  lost?: Issue[]
}

/**
 * Throws UNAUTHENTICATED, POLICY_DENIED for a key without the scope, INVALID_INPUT or MISSING_REQUIRED_PARAM
 * with details per field, and the tool's own errors.
 */
export async function callProtocolTool(
  ctx: Context,
  tool: ProtocolTool,
  params: Json | undefined,
  { lost = [], ...manner }: ProtocolCallOptions = {},
): Promise<Json> {
  const caller = callerOf(ctx, tool, params)
  if (lost.length > 0) throw new AppError('INVALID_INPUT', { issues: lost })
  const { filled, sent } = validateParams(tool, params)
  return tool.run(caller, filled, sent, manner)
}

/** For public tools, a key without the scope acts as a visitor. */
function callerOf(ctx: Context, tool: ProtocolTool, params: Json | undefined): Context {
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
