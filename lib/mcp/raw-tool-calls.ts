/**
 * Reads tool calls from the raw body, so that arguments reach the skill unchanged: the SDK's schemas drop a key called
 * `__proto__`, and JSON parsing rounds large numbers (docs/spec/contracts.md §3).
 */

import type { Issue } from '../errors.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { issuesBelow, lostDigits } from '../json/lost-digits.ts'

export type RawToolCall = {
  arguments?: JsonObject
  /** Numbers that parsing has rounded, with their path in the arguments. */
  lost: Issue[]
}

export function rawToolCalls(
  text: string,
  body: Json,
  isNative: (tool: string) => boolean,
): Map<Json, RawToolCall> {
  const lost = lostDigits(text)
  const calls = new Map<Json, RawToolCall>()
  const messages: [Json, string][] = Array.isArray(body)
    ? body.map((each, at) => [each, `/${at}`])
    : [[body, '']]
  for (const [message, messagePath] of messages) {
    if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) continue
    const { name, arguments: args } = message.params
    const below = `${messagePath}/params/arguments${isNative(String(name)) ? '' : '/args'}`
    calls.set(message.id ?? null, {
      ...(isObject(args) && { arguments: args }),
      lost: issuesBelow(lost, below),
    })
  }
  return calls
}
