/**
 * What a tool of the Skills Protocol is, and the one way to call it. Floor 3.
 *
 * /rpc and /mcp call the same rows through `callTool`, so neither can forget who may do what.
 * Source: specification "Skills Protocol", Transport.
 */
import { type Context, requireScope, requireViewer } from '../context.ts'
import type { Json, JsonObject, JsonSchema } from '../contract/json/json.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { AppError, type Issue } from '../errors.ts'
import type { StartedRun } from '../execution/start-run.ts'
import { takeParams } from './take-params.ts'
import type { ToolSchema } from './tool-schemas.ts'

export type AgentTool = ToolSchema & {
  /** What a key needs. */
  scope: KeyScope
  /** In place of `scope`, where it is for what is asked to say: throws POLICY_DENIED. The params are as they were sent. */
  requireScope?: (ctx: Context, params: Json | undefined) => void
  /** Open to callers without a key, for what is public. */
  isPublic: boolean
  /** How far fields of `parameters` may go, and fields that it does not name: taken all the same. */
  extras?: { [field: string]: JsonSchema }
  /** What it takes besides its params, of a protocol that has a place for that. */
  beside?: { [field: string]: JsonSchema }
  /** `params` were checked and hold the defaults; `sent` are the same without them. */
  run: (ctx: Context, params: JsonObject, sent: JsonObject, manner: RunManner) => Promise<Json>
}

export type RunManner = {
  onRun?: OnRun
  /** Checked. */
  beside?: JsonObject
}

/** Told of the run that a call began, for those who follow or cancel it. */
export type OnRun = (started: StartedRun) => void

export type CallManner = RunManner & {
  /** Numbers of the skill's args whose digits were gone when the door had parsed its text. */
  lost?: Issue[]
}

/**
 * Asks who calls, checks the params, runs the tool.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for a key without the scope, INVALID_INPUT or MISSING_REQUIRED_PARAM with
 * a detail for each field, and what the tool itself throws.
 */
export async function callTool(
  ctx: Context,
  tool: AgentTool,
  params: Json | undefined,
  { lost = [], ...manner }: CallManner = {},
): Promise<Json> {
  const caller = callerOf(ctx, tool, params)
  if (lost.length > 0) throw new AppError('INVALID_INPUT', { issues: lost })
  const { filled, sent } = takeParams(tool, params)
  return tool.run(caller, filled, sent, manner)
}

/** A key that may not read sees what everybody sees. */
function callerOf(ctx: Context, tool: AgentTool, params: Json | undefined): Context {
  const { scope, isPublic } = tool
  const isAllowed = !ctx.keyGrant || ctx.keyGrant.scopes.includes(scope)
  if (isPublic) return isAllowed ? ctx : asVisitor(ctx)
  requireViewer(ctx)
  if (tool.requireScope) tool.requireScope(ctx, params)
  else requireScope(ctx, scope)
  return ctx
}

function asVisitor({ db, sandbox, door }: Context): Context {
  return { viewer: null, db, sandbox, door }
}
