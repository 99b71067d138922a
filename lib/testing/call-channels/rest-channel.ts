import { isObject, type JsonObject } from '../../kernel/json/json.ts'
import { SITE_ORIGIN, site } from '../api-routes.ts'
import type { Call, Caller } from './channel.ts'
import { type ChannelResult, readErrorResponse, readRunResponse } from './channel-result.ts'
import { formatCallOptions } from './format-call-options.ts'

export async function callRest({ key }: Caller, { skill, args, ...call }: Call): Promise<ChannelResult> {
  const body = `{"args":${args}${formatCallOptions(call)}}`
  const answer = await site(`${SITE_ORIGIN}/api/skills/${skill}/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  const parsed = (await answer.json()) as JsonObject
  if (isObject(parsed.error)) return readErrorResponse(parsed)
  return readRunResponse(parsed)
}
