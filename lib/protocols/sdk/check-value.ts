import { validateValue as findIssues } from '../../json-schema/evaluate/compile.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { Issue } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import { ValidationError } from './errors.ts'
import type { ParametersOf, Schema } from './infer.ts'

export type Checked = { valid: boolean; errors: Issue[] }

export type Coerced<Value> =
  | { valid: true; value: Value; coercions: Coercion[]; errors: [] }
  | { valid: false; value: unknown; coercions: Coercion[]; errors: Issue[] }

export function validate(schema: Schema, value: unknown): Checked {
  const canonical = readSchema(schema)
  const { value: sent, issue } = toJson(value)
  const errors = issue ? [issue] : findIssues(canonical, sent)
  return { valid: errors.length === 0, errors }
}

/** Returns the value a handler would get, and remaining errors. Throws ValidationError for an invalid schema. */
export function coerce<const S extends Schema>(schema: S, value: unknown): Coerced<ParametersOf<S>> {
  const { value: prepared, coercions, issues } = prepareInput(readSchema(schema), value)
  if (issues.length > 0) return { valid: false, value: prepared, coercions, errors: issues }
  // The value matches the schema that the type is inferred from.
  return { valid: true, value: prepared as ParametersOf<S>, coercions, errors: [] }
}

export function readSchema(schema: Schema, at = ''): JsonSchema {
  const { schema: canonical, issues } = canonicalSchema(schema as Json)
  if (canonical) return canonical
  throw new ValidationError('The schema is not a valid contract.', {
    details: issues.map((issue) => ({ ...issue, path: at + issue.path })),
    suggestedAction: 'Fix the problems listed in details.',
  })
}
