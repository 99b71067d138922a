import type { JsonObject } from '../../kernel/json/json.ts'
import { connectStatelessMcp } from '../setup/protocols/mcp-client.ts'
import type { Call, Caller } from './channel.ts'
import { type ChannelResult, readErrorResponse, readRunResponse } from './channel-result.ts'
import { formatCallOptions } from './format-call-options.ts'

/** Calls `execute_skill` with the SDK's client of MCP 2026-07-28, which has no sessions. */
export async function callStatelessMcp(
  { key }: Caller,
  { skill, args, ...call }: Call,
): Promise<ChannelResult> {
  const client = await connectStatelessMcp(key)
  const params = `{"name":${JSON.stringify(skill)},"args":${args}${formatCallOptions(call)}}`
  const result = await client.callTool({ name: 'execute_skill', arguments: JSON.parse(params) })
  await client.close()
  const content = result.structuredContent as JsonObject
  return 'run_id' in content ? readRunResponse(content) : readErrorResponse(content)
}
