/** One line of `contract validate`: does this value keep this schema, and what had to be done for it to. */
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { lostDigits } from '#lib/contract/json/lost-digits.ts'
import { canonicalSchema } from '#lib/contract/schema/canonical-schema.ts'
import { compile } from '#lib/contract/schema/compile.ts'
import type { Compiled } from '#lib/contract/schema/compile-with.ts'
import { compileOpen } from '#lib/contract/schema/open-schema.ts'
import { type Repaired, repairSchema } from '#lib/contract/schema/repair-schema.ts'
import { validateWith } from '#lib/contract/schema/validate-with.ts'
import { prepareWith } from '#lib/contract/values/prepare-with.ts'
import { AppError, type Issue } from '#lib/errors.ts'

export type JudgeRules = {
  /** Reads any JSON Schema as the standard means it, instead of a contract. */
  anyRoot: boolean
}

/**
 * The answer to `{"schema":…, "data":…, "coerce":…}`. With `coerce` a call is prepared as every door prepares it:
 * defaults, coercion, validation. Without, the value is held against the schema as it stands. When nothing is said
 * a contract coerces, and any other schema does not. `text` is the line as it was: what it said of numbers that
 * cannot be kept. Throws INVALID_INPUT when the line asks nothing.
 */
export function judgeLine(question: Json, { anyRoot }: JudgeRules, text = ''): Json {
  if (!isObject(question) || !Object.hasOwn(question, 'schema') || !Object.hasOwn(question, 'data')) {
    throw new AppError('INVALID_INPUT', { message: 'A line is an object with "schema" and "data".' })
  }
  const { schema = null, data = null, coerce = !anyRoot } = question
  if (typeof coerce !== 'boolean') {
    throw new AppError('INVALID_INPUT', { message: '"coerce" is true or false.' })
  }
  const { compiled, issues } = anyRoot ? readOpen(schema) : readContract(schema)
  if (!compiled) return refusalOf(issues, anyRoot ? null : repairSchema(schema))
  const lost = anyRoot ? [] : lostDigits(text, '/data')
  if (!coerce) return verdictOf(data, [], withLost(validateWith(compiled, data), lost))
  const prepared = prepareWith(compiled, data)
  return verdictOf(prepared.value, prepared.coercions, withLost(prepared.issues, lost))
}

/** With the repair, where it is evident what was meant: what would change, and the schema that would be accepted. */
function refusalOf(issues: Issue[], repair: Repaired | null): Json {
  const message = repair ? 'The schema is refused, and can be repaired.' : 'The schema is refused.'
  return { schema_error: { message, errors: issues.map(errorOf), ...(repair && { repair }) } }
}

/** What else is wrong there was said of the neighbour. */
function withLost(issues: Issue[], lost: Issue[]): Issue[] {
  const paths = new Set(lost.map(({ path }) => path))
  return [...lost, ...issues.filter(({ path }) => !paths.has(path))]
}

type Read = { compiled: Compiled; issues: [] } | { compiled?: undefined; issues: Issue[] }

function readContract(authored: Json): Read {
  const { schema, issues } = canonicalSchema(authored)
  return schema ? { compiled: compile(schema), issues: [] } : { issues }
}

/** Whatever stops the compiler is wrong with the schema: a reference to nowhere, a type that does not exist. */
function readOpen(authored: Json): Read {
  try {
    return { compiled: compileOpen(authored), issues: [] }
  } catch (thrown) {
    const message = `cannot be compiled: ${(thrown as Error).message}`
    return { issues: [{ path: '', keyword: 'compile', message }] }
  }
}

function verdictOf(value: Json, coercions: Json[], issues: Issue[]): Json {
  return { valid: issues.length === 0, value, coercions, errors: issues.map(errorOf) }
}

function errorOf({ path, message, keyword }: Issue): Json {
  return { path, message, keyword: keyword ?? null }
}
