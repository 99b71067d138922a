/** Parses the text that a person types or pastes into a JSON field. */
import { isRounded, readExactNumber } from '#lib/kernel/json/exact-number.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/kernel/json/json.ts'
import { faultText, readJson } from '#lib/kernel/json/read-json.ts'

type TypedInput = { value: Json; error?: undefined } | { value?: undefined; error: string }

export function parseTypedInput(text: string): TypedInput {
  const { value, fault } = readJson(text)
  if (fault) return { error: faultText(fault) }
  const lost = lostNumber(text)
  if (lost === undefined) return { value }
  return {
    error: `the number ${lost} is too large for JSON; put it in quotes to send it as text`,
  }
}

/** Such a number silently loses digits. */
function lostNumber(text: string): string | undefined {
  let lost: string | undefined
  JSON.parse(text, (_key, value, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined) return value
    const isLost = !Number.isFinite(value) || (isRounded(value) && readExactNumber(source) === undefined)
    if (isLost) lost ??= source.length > 40 ? `${source.slice(0, 40)}…` : source
    return value
  })
  return lost
}

/** What else the body of a call may hold: docs/guide/api.md. */
const BESIDE_ARGS = [
  ...['name', 'version', 'idempotency_key', 'contract_hash', 'max_price', 'dry_run', 'async', 'timeout_ms'],
  ...['input_blobs', 'conversation_id', 'time_zone', '_meta'],
]

/**
 * Returns the input inside the body of a request (REST, /rpc or /mcp) that was pasted as a whole, as the Code tab shows
 * it; undefined if the value may be an input itself, because its schema declares such a field.
 */
export function inputInRequest(value: Json, schema: JsonSchema): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const declared = isObject(schema.properties) ? Object.keys(schema.properties) : []
  if (declared.length === 0 || declared.some((name) => Object.hasOwn(value, name))) return undefined
  const body = isObject(value.params) && value.jsonrpc !== undefined ? value.params : value
  const key = ['args', 'arguments'].find((each) => isObject(body[each]))
  const isRequest = key && Object.keys(body).every((each) => each === key || BESIDE_ARGS.includes(each))
  return isRequest ? (body[key] as JsonObject) : undefined
}
