/** Whether a schema says something that another did not: any text at all but the words of JSON Schema. Ground. */
import { isObject, type Json } from '../json/json.ts'

// biome-ignore format: a table reads in rows
const GRAMMAR = new Set([
  'string', 'number', 'integer', 'boolean', 'array', 'object', 'null',
  'type', 'enum', 'const', 'properties', 'required', 'items', 'prefixItems', 'title', 'description', 'default', 'examples',
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format',
  'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'additionalProperties', 'patternProperties',
  'propertyNames', 'contains', 'minContains', 'maxContains', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else',
  'dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems', '$ref', '$defs', '$schema',
])

export function newWords(before: Json, after: Json): boolean {
  const known = new Set(wordsOf(before))
  return wordsOf(after).some((word) => !known.has(word))
}

function wordsOf(value: Json): string[] {
  if (typeof value === 'string') return GRAMMAR.has(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, each]) => [
    ...(GRAMMAR.has(key) ? [] : [key]),
    ...wordsOf(each),
  ])
}
