/**
 * `tools/call`: one of the eight, or a chosen skill under its own name. Floor 4.
 *
 * Both end in the one pipeline; nothing is decided here.
 */
import { type CallToolResult, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AGENT_TOOLS } from '../agents/all-tools.ts'
import { callTool, type OnRun } from '../agents/tool.ts'
import { type Context, requireScope } from '../context.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { AppError, type Issue, toPublicError } from '../errors.ts'
import type { RunView } from '../execution/run-view.ts'
import { startRun } from '../execution/start-run.ts'
import { logUnlessExpected } from '../protocol/log.ts'
import { errorResult, valueResult } from './call-result.ts'

export type McpCall = {
  name: string
  arguments?: JsonObject
  /** Numbers of the skill's arguments that parsing has rounded. */
  lost?: Issue[]
  /** What every door takes besides the arguments. */
  meta: { idempotencyKey?: string; contractHash?: string; maxPrice?: string }
}

/** `natives` are the chosen skills by their tool names. Throws for a tool that does not exist. */
export async function callMcpTool(
  ctx: Context,
  natives: Map<string, string>,
  call: McpCall,
  onRun: OnRun,
): Promise<CallToolResult> {
  const tool = AGENT_TOOLS.find(({ name }) => name === call.name)
  const skill = natives.get(call.name)
  if (!tool && !skill) throw new McpError(ErrorCode.InvalidParams, `There is no tool “${call.name}”.`)
  try {
    if (skill) return await callNative(ctx, skill, call, onRun)
    const value = await callTool(ctx, tool!, call.arguments, { onRun, lost: call.lost })
    return valueResult(value, isFailedRun(value))
  } catch (thrown) {
    return errorResult(toPublicError(thrown, logUnlessExpected(thrown)))
  }
}

async function callNative(
  ctx: Context,
  name: string,
  { arguments: args = {}, lost = [], meta }: McpCall,
  onRun: OnRun,
): Promise<CallToolResult> {
  requireScope(ctx, 'run')
  if (lost.length > 0) throw new AppError('INVALID_INPUT', { issues: lost })
  const started = await startRun(ctx, { skill: { name }, args, ...meta })
  onRun(started)
  const { error, output = null, ...run } = await started.ended
  return { ...(error ? errorResult(error) : valueResult(output)), _meta: tellRun(run) }
}

/** What every door tells of a run besides its output. */
function tellRun({ id, charged, coercions }: Pick<RunView, 'id' | 'charged' | 'coercions'>) {
  return {
    'guildhall/run_id': id,
    ...(coercions.length > 0 && { 'guildhall/coercions': coercions }),
    ...(charged !== undefined && { 'guildhall/charged': charged }),
  }
}

function isFailedRun(value: Json): boolean {
  return isObject(value) && value.status === 'failed' && 'run_id' in value
}
