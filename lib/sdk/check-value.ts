/**
 * Checking values against a schema, outside of any SkillSet.
 *
 * Ground; also in the browser. The same defaults, coercion, validation and sentences as on every call of a Guildhall.
 * Source: specification "Contracts" §2 to §4.
 */

import type { Json, JsonSchema } from '../contract/json/json.ts'
import { toJson } from '../contract/json/to-json.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import { validate as findIssues } from '../contract/schema/validate.ts'
import { prepareInput } from '../contract/values/prepare-input.ts'
import type { Issue } from '../errors.ts'
import { ValidationError } from './errors.ts'
import type { ParametersOf, Schema } from './infer.ts'

export type Checked = { valid: boolean; errors: Issue[] }

export type Coerced<Value> =
  | { valid: true; value: Value; coercions: Coercion[]; errors: [] }
  | { valid: false; value: unknown; coercions: Coercion[]; errors: Issue[] }

/**
 * Whether `value` keeps `schema` as it is: nothing is filled in and nothing mended. Throws ValidationError when the
 * schema itself cannot be a contract, with the places and the reasons.
 */
export function validate(schema: Schema, value: unknown): Checked {
  const canonical = readSchema(schema)
  const { value: sent, issue } = toJson(value)
  const errors = issue ? [issue] : findIssues(canonical, sent)
  return { valid: errors.length === 0, errors }
}

/** What a handler would get for `value`: defaults filled in, slips of type mended, and what is wrong still. Throws as `validate`. */
export function coerce<const S extends Schema>(schema: S, value: unknown): Coerced<ParametersOf<S>> {
  const { value: prepared, coercions, issues } = prepareInput(readSchema(schema), value)
  if (issues.length > 0) return { valid: false, value: prepared, coercions, errors: issues }
  // It keeps the schema that the type was read from.
  return { valid: true, value: prepared as ParametersOf<S>, coercions, errors: [] }
}

/** The canonical schema. Throws ValidationError, its paths under `at`. */
export function readSchema(schema: Schema, at = ''): JsonSchema {
  const { schema: canonical, issues } = canonicalSchema(schema as unknown as Json)
  if (canonical) return canonical
  throw new ValidationError('The schema cannot be a contract.', {
    details: issues.map((issue) => ({ ...issue, path: at + issue.path })),
    suggestedAction: 'Mend the places listed in details.',
  })
}
