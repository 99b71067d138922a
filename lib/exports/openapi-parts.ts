/** Building blocks of the OpenAPI document. Floor 4, pure. */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'

/** A part that stands once under `components`, named where it is used. */
export function ref(place: string): { $ref: string } {
  return { $ref: `#/components/${place}` }
}

export function jsonBody(description: string, schema: JsonSchema): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

export const TEXT = { type: 'string' }

/** How every operation refuses. */
export const REFUSED = { default: ref('responses/Refused') }

/** A parameter of the address. */
export function query(name: string, description: string, schema: JsonSchema = TEXT): JsonObject {
  return { name, in: 'query', description, schema }
}

export function header(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: TEXT }
}

/** Which of the versions of a skill. */
export const VERSION = query('version', 'A number or a range; else what is installed, else the latest.')

/** What is sent as JSON. */
export function sent(schema: JsonSchema): JsonObject {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

/** Bytes of any kind, in an answer or a request. */
export const BYTES = { '*/*': {} }

/** Of every call that starts something. */
export const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key with the same input gets the first run, or plan run, for 24 hours, charged once.',
  schema: { type: 'string', maxLength: 255 },
}
