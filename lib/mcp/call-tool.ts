/**
 * `tools/call`: one of the eight, or a chosen skill under its own name. Floor 4.
 *
 * Both end in the one pipeline; nothing is decided here.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { AGENT_TOOLS } from '../agents/all-tools.ts'
import { callTool, type OnRun } from '../agents/tool.ts'
import type { Context } from '../context.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { AppError, type Issue, toPublicError } from '../errors.ts'
import { readDeclared } from '../execution/find-declared.ts'
import { requireRunScope } from '../execution/resolve-tool.ts'
import { runRequestOf } from '../execution/sent-run-options.ts'
import { startRun } from '../execution/start-run.ts'
import { logUnlessExpected } from '../protocol/log.ts'
import { type Pin, requireAgreed } from '../toolsets/offer-toolset.ts'
import { readCallMeta, withCallMeta } from './call-meta.ts'
import { errorResult, nativeErrorResult, runMeta, valueResult } from './call-result.ts'

export type McpCall = {
  name: string
  arguments?: JsonObject
  /** Numbers of the skill's arguments that parsing has rounded. */
  lost?: Issue[]
  /** As it was sent. */
  meta?: object
}

export type Offered = {
  /** The chosen skills by their tool names. */
  natives: ReadonlyMap<string, string>
  /** Those that were agreed to, by their own names. */
  pins?: ReadonlyMap<string, Pin>
}

/** Throws INVALID_INPUT for a tool that does not exist. */
export async function callMcpTool(
  ctx: Context,
  { natives, pins }: Offered,
  call: McpCall,
  onRun: OnRun,
): Promise<CallToolResult> {
  const tool = AGENT_TOOLS.find(({ name }) => name === call.name)
  const skill = natives.get(call.name)
  if (!tool && !skill) {
    const message = `There is no tool “${call.name.slice(0, 100)}”.`
    throw new AppError('INVALID_INPUT', { message, suggestedAction: 'tools/list names those there are.' })
  }
  try {
    if (skill) return await callNative(ctx, skill, pins?.get(skill), call, onRun)
    const { args, beside } = withCallMeta(tool!, call.arguments, call.meta)
    // Neither under its own name nor by the eight, with the arguments for it, is it called unagreed.
    for (const { name, version } of askedSkills(call.name, args)) {
      const pin = pins?.get(name)
      if (pin) await requireAgreed(ctx, pin, version)
    }
    const value = await callTool(ctx, tool!, args, { onRun, beside, lost: call.lost })
    return valueResult(value, isFailedRun(value))
  } catch (thrown) {
    const error = toPublicError(thrown, logUnlessExpected(thrown))
    return skill ? nativeErrorResult(error) : errorResult(error)
  }
}

async function callNative(
  ctx: Context,
  skill: string,
  pin: Pin | undefined,
  { arguments: args = {}, lost = [], meta }: McpCall,
  onRun: OnRun,
): Promise<CallToolResult> {
  const asked = readCallMeta(meta)
  const agreed = pin && (await requireAgreed(ctx, pin, asked.version))
  requireRunScope(ctx, skill)
  if (lost.length > 0) throw new AppError('INVALID_INPUT', { issues: lost })
  const started = await startRun(ctx, runRequestOf(skill, args, { ...asked, ...agreed }))
  onRun(started)
  const { error, output = null, ...run } = await started.ended
  const { _meta, ...result } = error ? nativeErrorResult(error) : valueResult(output)
  return { ...result, _meta: { ..._meta, ...runMeta(run) } }
}

type Asked = { name: string; version?: string }

/** Which skills the eight are asked to run, or to let code run; whatever is no text they refuse by themselves. */
function askedSkills(name: string, args: Json): Asked[] {
  if (!isObject(args)) return []
  if (name === 'run_code') {
    const entries = Array.isArray(args.mount_skills) ? args.mount_skills : []
    return entries.filter((entry) => typeof entry === 'string').map(readDeclared)
  }
  if (name !== 'execute_skill' || typeof args.name !== 'string') return []
  return [{ name: args.name, ...(typeof args.version === 'string' && { version: args.version }) }]
}

function isFailedRun(value: Json): boolean {
  return isObject(value) && value.status === 'failed' && 'run_id' in value
}
