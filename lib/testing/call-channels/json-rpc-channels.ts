/** `/rpc`, and `/mcp` with a tool for all skills or one per skill. */
import type { PublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { functionName } from '../../kernel/names/function-name.ts'
import { SITE_ORIGIN, site } from '../api-routes.ts'
import type { Call, Caller } from './channel.ts'
import { type ChannelResult, readErrorResponse, readRanVersion, readRunResponse } from './channel-result.ts'
import { formatCallOptions } from './format-call-options.ts'

export async function callRpc(caller: Caller, call: Call): Promise<ChannelResult> {
  const { result, error } = await post(
    caller,
    '/rpc',
    `"method":"execute_skill","params":${formatParams(call)}`,
  )
  return error ? { error: error.data } : readRunResponse(result)
}

export async function callMcp(caller: Caller, call: Call): Promise<ChannelResult> {
  const params = `{"name":"execute_skill","arguments":${formatParams(call)}}`
  const { result } = await post(caller, '/mcp', `"method":"tools/call","params":${params}`)
  const content = result.structuredContent as JsonObject
  return 'run_id' in content ? readRunResponse(content) : readErrorResponse(content)
}

export async function callSkillTool(caller: Caller, { skill, args, dryRun }: Call): Promise<ChannelResult> {
  const sentMeta = dryRun ? `,"_meta":{"guildhall/dry_run":true}` : ''
  const params = `{"name":${JSON.stringify(functionName(skill))},"arguments":${args}${sentMeta}}`
  const { result } = await post(caller, `/mcp?skills=${skill}`, `"method":"tools/call","params":${params}`)
  const content = result.structuredContent as JsonObject
  const meta = result._meta as JsonObject
  if (result.isError) return readErrorResponse({ error: meta['guildhall/error'] as JsonObject })
  return {
    output: content,
    coercions: (meta['guildhall/coercions'] ?? []) as object[],
    ran: readRanVersion(meta['guildhall/version'], meta['guildhall/contract_hash']),
    charged: meta['guildhall/charged'] as string | undefined,
  }
}

function formatParams({ skill, args, ...call }: Call): string {
  return `{"name":${JSON.stringify(skill)},"args":${args}${formatCallOptions(call)}}`
}

type Answer = { result: JsonObject; error?: { data: PublicError } }

async function post({ key }: Caller, path: string, rest: string): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
  }
  const body = `{"jsonrpc":"2.0","id":1,${rest}}`
  const text = await (await site(SITE_ORIGIN + path, { method: 'POST', headers, body })).text()
  // A call that runs a skill is answered with a stream, whose last event is the answer.
  const data = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .findLast((line) => line.startsWith('data: {'))!
        .slice(6)
  return JSON.parse(data)
}
