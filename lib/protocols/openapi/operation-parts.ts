import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'

export function ref(path: string): { $ref: string } {
  return { $ref: `#/components/${path}` }
}

export function jsonBody(description: string, schema: JsonSchema): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

export const TEXT_SCHEMA = { type: 'string' }

export const ERROR_RESPONSES_REF = { default: ref('responses/Refused') }

export function query(name: string, description: string, schema: JsonSchema = TEXT_SCHEMA): JsonObject {
  return { name, in: 'query', description, schema }
}

export function header(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: TEXT_SCHEMA }
}

export const VERSION = query(
  'version',
  'A version or a range. Default: the installed version, or the latest.',
)

export function sent(schema: JsonSchema): JsonObject {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

// Otherwise generators serialise a Blob as "{}".
const BINARY = { schema: { type: 'string', format: 'binary' } }

export const BYTES: JsonObject = { '*/*': BINARY }

export const SENT_BYTES: JsonObject = { required: true, content: { 'application/octet-stream': BINARY } }

export const ZIP: JsonObject = { 'application/zip': BINARY }

export const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'For 24 hours, a repeated call with the same key and input returns the first run or plan run and is not charged again.',
  schema: { type: 'string', maxLength: 255 },
}
