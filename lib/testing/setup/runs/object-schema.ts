import type { JsonSchema } from '../../../kernel/json/json.ts'

/** Returns an object schema with these properties. */
export const objectSchema = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})
