/** Parts that several endpoints share. */
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import type { Parameter } from './endpoint.ts'

export function ref(path: string): { $ref: string } {
  return { $ref: `#/components/${path}` }
}

const TEXT: JsonSchema = { type: 'string' }

export function query(name: string, description: string, schema: JsonSchema = TEXT): Parameter {
  return { name, in: 'query', description, schema }
}

export function header(name: string, description: string, schema: JsonSchema = TEXT): Parameter {
  return { name, in: 'header', description, schema }
}

export function pathParameter(name: string, schema: JsonSchema = TEXT): Parameter {
  return { name, in: 'path', required: true, schema }
}

export const VERSION = query(
  'version',
  'A version or a range. Default: the installed version, or the latest.',
)

export const IF_NONE_MATCH = header(
  'If-None-Match',
  'A known etag. The response is 304 if it is still current.',
)

export const BYTE_RANGE = [
  header('Range', 'bytes=0-99'),
  header('If-Range', 'An etag. The range applies only if the content still has it.'),
  IF_NONE_MATCH,
]

export const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'For 24 hours, a repeated call with the same key and input returns the first run or plan run and is not charged again.',
  { type: 'string', maxLength: 255 },
)

export const AFTER = query('after', 'The next_cursor of the previous page.')

// Otherwise generators serialise a Blob as "{}".
const BINARY = { schema: { type: 'string', format: 'binary' } }

export const BYTES: JsonObject = { '*/*': BINARY }
export const ZIP: JsonObject = { 'application/zip': BINARY }
export const EVENT_STREAM: JsonObject = { 'text/event-stream': { schema: TEXT } }

export const SENT_BYTES: JsonObject = { required: true, content: { 'application/octet-stream': BINARY } }
export const SENT_ZIP: JsonObject = { required: true, content: ZIP }

export function sentJson(schema: JsonSchema): JsonObject {
  return { required: true, content: { 'application/json': { schema } } }
}

/** Statuses of responses that a cache or a range may replace. */
export const NOT_MODIFIED = { description: 'Not modified.' }
export const NOT_SATISFIABLE = { description: 'Range not satisfiable.' }
