/**
 * What the calls in a body say before anybody has read them: arguments are a skill's, and must reach it whole.
 *
 * Floor 4, pure. The SDK's schemas copy what they parse and lose a key called `__proto__` on the way; JSON itself loses
 * the digits of large numbers. Source: specification "Contracts" §3.
 */
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { issuesBelow, lostDigits } from '../contract/json/lost-digits.ts'
import type { Issue } from '../errors.ts'

export type SentCall = {
  arguments?: JsonObject
  /** Numbers that are rounded by now, at their place in the skill's arguments. */
  lost: Issue[]
}

/** The calls of tools in a body, by the id of their request. `body` is what `text` says. */
export function sentCalls(
  text: string,
  body: Json,
  isNative: (tool: string) => boolean,
): Map<Json, SentCall> {
  const lost = lostDigits(text)
  const calls = new Map<Json, SentCall>()
  const messages: [Json, string][] = Array.isArray(body)
    ? body.map((each, at) => [each, `/${at}`])
    : [[body, '']]
  for (const [message, place] of messages) {
    if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) continue
    const { name, arguments: args } = message.params
    const below = `${place}/params/arguments${isNative(String(name)) ? '' : '/args'}`
    calls.set(message.id ?? null, {
      ...(isObject(args) && { arguments: args }),
      lost: issuesBelow(lost, below),
    })
  }
  return calls
}
