import { type ReactNode, use } from 'react'
import { isPlainlyLinear } from '#lib/json-schema/regex/linear-regex.ts'
import { walkSchema } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { pendingRe2 } from '#re2'

const complexPatterns = new WeakMap<JsonSchema, boolean>()

type WithPatternsProps = { schema?: JsonSchema; children: ReactNode }

/** Suspends until the pattern engine is loaded; React forbids other hooks in such a component. */
export function WithPatterns({ schema, children }: WithPatternsProps): ReactNode {
  const loading = schema === undefined || hasComplexPattern(schema) ? pendingRe2() : undefined
  if (loading) use(loading)
  return children
}

function hasComplexPattern(schema: JsonSchema): boolean {
  const found =
    complexPatterns.get(schema) ?? collectPatterns(schema).some((pattern) => !isPlainlyLinear(pattern))
  complexPatterns.set(schema, found)
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
