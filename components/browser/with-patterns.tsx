import { type ReactNode, use } from 'react'
import { hasComplexPattern } from '#lib/json-schema/regex/complex-patterns.ts'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { pendingRe2 } from '#re2'

type WithPatternsProps = { schema?: JsonSchema; children: ReactNode }

/** Suspends until the pattern engine is loaded; React forbids other hooks in such a component. */
export function WithPatterns({ schema, children }: WithPatternsProps): ReactNode {
  const loading = schema === undefined || hasComplexPattern(schema) ? pendingRe2() : undefined
  if (loading) use(loading)
  return children
}
