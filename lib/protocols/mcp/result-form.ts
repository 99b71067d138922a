/** Where the JSON of a result stands: once, so that no model pays for it twice. See docs/guide/mcp.md#text. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'

/**
 * `structured`: as structured content, and a line of text; `text`: as text only; `both`: for clients that name no
 * version, which may read either.
 */
export type ResultForm = 'structured' | 'text' | 'both'

/** Reads `?text=line|full`. Versions before 2025-06-18, which have no structured content, send no version. */
export function readResultForm(selection: URLSearchParams, headers: Headers): ResultForm {
  const text = selection.get('text') ?? 'line'
  if (text === 'full') return 'text'
  if (text !== 'line') throw new AppError('INVALID_INPUT', { message: '?text= must be line or full.' })
  return headers.has('mcp-protocol-version') ? 'structured' : 'both'
}

/** Returns a result, which has its JSON in both places, in the form that the client reads. */
export function toResultForm<Result extends object>(result: Result, form: ResultForm): Result {
  if (form === 'both' || !isToolResult(result)) return result
  const { structuredContent, ...rest } = result
  if (form === 'text') return rest as Result
  // The text of a refusal is sentences, which are all that a model needs.
  if (!isObject(structuredContent as Json) || isRefusal(structuredContent as JsonObject)) return result
  const [_json, ...more] = result.content
  return { ...result, content: [{ type: 'text', text: oneLine(structuredContent as JsonObject) }, ...more] }
}

function isToolResult(result: object): result is CallToolResult {
  return 'content' in result && 'structuredContent' in result
}

function isRefusal(content: JsonObject): boolean {
  return isObject(content.error) && !('run_id' in content)
}

const MAX_LINE_CHARS = 200
const ELSEWHERE =
  'The whole result is the structured content. A client that shows only text: add text=full to the address.'

/** Returns what the result says, or the names of its fields. */
function oneLine(content: JsonObject): string {
  const { message, summary = message, ...others } = content
  const moved = describeMoved(content)
  const line =
    typeof summary === 'string' && summary !== '' ? failureLine(content) + summary : describeFields(content)
  const flat = line.replaceAll(/\s+/g, ' ').trim()
  const isWhole = flat === message && Object.keys(others).length === 0
  if (isWhole && flat.length <= MAX_LINE_CHARS) return flat
  const short = flat.length > MAX_LINE_CHARS ? `${flat.slice(0, MAX_LINE_CHARS).toWellFormed()}…` : flat
  return `${short} (${moved ?? ELSEWHERE})`
}

/** Says where an output is that was too large to return; undefined for one that was returned. */
function describeMoved({ output_shape, output_blobs }: JsonObject): string | undefined {
  if (output_shape === undefined) return undefined
  const [blob] = Array.isArray(output_blobs) ? output_blobs : []
  return typeof blob === 'string'
    ? `The output is too large to return here. Read it from ${blob} with read_blob; its shape is in the structured content.`
    : 'The output is too large to return here; its shape is in the structured content.'
}

/** A model that reads only the line of a failed run learns what failed, and how long to wait. */
function failureLine({ error }: JsonObject): string {
  if (!isObject(error)) return ''
  const wait = error.retry_after === undefined ? '' : `, retry_after ${error.retry_after}`
  return `${error.code}${wait}: `
}

function describeFields(content: JsonObject): string {
  return Object.entries(content)
    .map(([name, value]) => (Array.isArray(value) ? `${name}: ${value.length} items` : name))
    .join(', ')
}
