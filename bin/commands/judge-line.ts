/** One line of `contract validate`: does this value keep this schema, and what had to be done for it to. */
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { canonicalSchema } from '#lib/contract/schema/canonical-schema.ts'
import { validate } from '#lib/contract/schema/validate.ts'
import { prepareInput } from '#lib/contract/values/prepare-input.ts'
import { AppError, type Issue } from '#lib/errors.ts'

type Rules = { anyRoot: boolean }

/**
 * The answer to `{"schema":…, "data":…, "coerce":…}`. Without `coerce` a call is prepared as every door prepares
 * it: defaults, coercion, validation; with `coerce: false` the value is held against the schema as it stands.
 * Throws INVALID_INPUT when the question is none.
 */
export function judgeLine(question: Json, _rules: Rules): Json {
  if (!isObject(question) || !Object.hasOwn(question, 'schema') || !Object.hasOwn(question, 'data')) {
    throw new AppError('INVALID_INPUT', { message: 'A line is an object with "schema" and "data".' })
  }
  const { schema: authored, data = null, coerce = true } = question
  if (typeof coerce !== 'boolean') {
    throw new AppError('INVALID_INPUT', { message: '"coerce" is true or false.' })
  }
  const { schema, issues } = canonicalSchema(authored)
  if (!schema) return { schema_error: { message: 'The schema is refused.', errors: issues.map(errorOf) } }
  if (!coerce) return verdictOf(data, [], validate(schema, data))
  const prepared = prepareInput(schema, data)
  return verdictOf(prepared.value, prepared.coercions, prepared.issues)
}

function verdictOf(value: Json, coercions: Json[], issues: Issue[]): Json {
  return { valid: issues.length === 0, value, coercions, errors: issues.map(errorOf) }
}

function errorOf({ path, message, keyword }: Issue): Json {
  return { path, message, keyword: keyword ?? null }
}
