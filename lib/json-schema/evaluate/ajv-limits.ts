/** Schemas that Ajv must not evaluate. Callers use the interpreter for these instead. */
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { walkSchema } from '../tree/schema-tree.ts'

// This many compile in about 0.1 s. Typical contracts have a few dozen.
const MAX_KEYWORDS = 300

/** Ajv's `inlineRefs`: larger definitions are functions of their own, because copies multiply the generated code. */
export const MAX_INLINED_KEYWORDS = 20

/** Ajv's compile time is quadratic in the branches of a choice: a `oneOf` of 1,500 branches took minutes. */
export function isTooLargeForAjv(schema: JsonSchema, maxKeywords = MAX_KEYWORDS): boolean {
  let count = 0
  walkSchema(schema, ({ dependentRequired, dependencies }) => {
    count += 1 + countKeys(dependentRequired) + countKeys(dependencies)
  })
  return count > maxKeywords
}

function countKeys(part: Json | undefined): number {
  return isObject(part) ? Object.keys(part).length : 0
}

/** Ajv loses track of evaluated properties and items where branches, conditions and lists combine. */
export function hasUnevaluatedKeywords(schema: JsonSchema): boolean {
  let isFound = false
  walkSchema(schema, ({ unevaluatedItems, unevaluatedProperties }) => {
    isFound ||= unevaluatedItems !== undefined || unevaluatedProperties !== undefined
  })
  return isFound
}
