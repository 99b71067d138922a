import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { walkSchema } from '../tree/schema-tree.ts'

export const ROOT_URI = 'guildhall:contract'

export type SchemaEngine = (part: JsonSchema) => (value: Json) => ErrorObject[]

// These compile in about 0.1 s. Typical contracts have a few dozen.
const MAX_KEYWORDS = 300

export const MAX_INLINED_KEYWORDS = 20

/** Ajv's compile time is quadratic in a choice's branches: a `oneOf` of 1,500 took minutes. */
export function isLarge(schema: JsonSchema, maxKeywords = MAX_KEYWORDS): boolean {
  let count = 0
  walkSchema(schema, ({ dependentRequired, dependencies }) => {
    count += 1 + sizeOf(dependentRequired) + sizeOf(dependencies)
  })
  return count > maxKeywords
}

function sizeOf(part: Json | undefined): number {
  return isObject(part) ? Object.keys(part).length : 0
}
