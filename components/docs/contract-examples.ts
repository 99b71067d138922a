/** The example of the chapter on contracts: the field map is written down, the schema it stands for is asked of the code. */
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { canonicalSchema } from '#lib/contract/schema/canonical-schema.ts'

export const FIELD_MAP: JsonSchema = {
  query: { type: 'string', required: true, description: 'What to search for', minLength: 3, maxLength: 500 },
  limit: { type: 'number', default: 5, min: 1, max: 20 },
}

export const FIELD_MAP_AS_SCHEMA = canonicalSchema(FIELD_MAP).schema ?? {}
