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

/** Of every call that starts something. */
export const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key with the same input gets the first run, or plan run, for 24 hours, charged once.',
  schema: { type: 'string', maxLength: 255 },
}
