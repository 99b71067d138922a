/** Example of the contracts chapter: only the field map is written here; the code derives its schema. */
import type { JsonSchema } from '#lib/json/json.ts'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'

export const FIELD_MAP: JsonSchema = {
  query: { type: 'string', required: true, description: 'What to search for', minLength: 3, maxLength: 500 },
  limit: { type: 'number', default: 5, min: 1, max: 20 },
}

export const FIELD_MAP_AS_SCHEMA = canonicalSchema(FIELD_MAP).schema ?? {}
