import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { walkSchema } from '../tree/schema-tree.ts'
import { isPlainlyLinear } from './linear-regex.ts'

const known = new WeakMap<JsonSchema, boolean>()

/** Whether a schema has a pattern that only RE2 runs in linear time. A browser loads RE2 only for such a schema. */
export function hasComplexPattern(schema: JsonSchema): boolean {
  const found = known.get(schema) ?? collectPatterns(schema).some((pattern) => !isPlainlyLinear(pattern))
  known.set(schema, found)
  return found
}

function collectPatterns(schema: JsonSchema): string[] {
  const patterns: Json[] = []
  walkSchema(schema, ({ pattern, patternProperties }) => {
    if (pattern !== undefined) patterns.push(pattern)
    if (isObject(patternProperties)) patterns.push(...Object.keys(patternProperties))
  })
  return patterns.map(String)
}
