import { isContractDocument } from '#lib/contracts/document/from-contract.ts'
import { compile } from '#lib/json-schema/evaluate/compile.ts'
import type { Compiled } from '#lib/json-schema/evaluate/compiled-schema.ts'
import { validateCompiled } from '#lib/json-schema/evaluate/issues.ts'
import { prepareCompiledInput } from '#lib/json-schema/inputs/prepare-compiled-input.ts'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import { compileOpen } from '#lib/json-schema/parse/compile-open.ts'
import { findForeignPatterns } from '#lib/json-schema/parse/find-foreign-patterns.ts'
import { type Repaired, repairSchema } from '#lib/json-schema/repair/repair-schema.ts'
import { AppError, type Issue } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { lostDigits } from '#lib/kernel/json/lost-digits.ts'

type ValidateLineOptions = {
  anyRoot: boolean
  /** With `anyRoot`: asserts formats. */
  formats?: boolean
}

const CONTRACT_ISSUE: Issue = {
  path: '',
  keyword: 'contract',
  message: 'this is the contract of a skill: use the schema at /definitions/Input',
}

/**
 * `coerce` prepares input as for a call, by default for contracts only. `text` shows lost digits. Throws INVALID_INPUT.
 */
export function validateLine(
  question: Json,
  { anyRoot, formats = false }: ValidateLineOptions,
  text = '',
): Json {
  if (!isObject(question) || !Object.hasOwn(question, 'schema') || !Object.hasOwn(question, 'data')) {
    throw new AppError('INVALID_INPUT', { message: 'Each line must be an object with "schema" and "data".' })
  }
  const { schema = null, data = null, coerce = !anyRoot } = question
  if (typeof coerce !== 'boolean') {
    throw new AppError('INVALID_INPUT', { message: '"coerce" must be true or false.' })
  }
  const { compiled, issues } = anyRoot ? readOpen(schema, formats) : readContract(schema)
  if (!compiled) {
    // As a schema, a contract would accept any object.
    if (isContractDocument(schema)) return toRefusal([CONTRACT_ISSUE, ...issues], null)
    return toRefusal(issues, anyRoot ? null : repairSchema(schema))
  }
  const lost = anyRoot ? [] : lostDigits(text, '/data')
  const advice = anyRoot ? [] : patternAdvice(schema)
  const noted = (verdict: JsonObject): Json => (advice.length > 0 ? { ...verdict, advice } : verdict)
  if (!coerce) return noted(toVerdict(data, [], withLostDigits(validateCompiled(compiled, data), lost)))
  const prepared = prepareCompiledInput(compiled, data)
  return noted(toVerdict(prepared.value, prepared.coercions, withLostDigits(prepared.issues, lost)))
}

/** A pattern of another language compiles, and refuses every right value. */
function patternAdvice(schema: Json): Json[] {
  return findForeignPatterns(schema).map(({ pointer, found, translated }) => ({
    path: pointer,
    message: found.map(({ sentence }) => sentence).join(' '),
    ...(translated !== undefined && { fix: translated }),
  }))
}

/** Includes the repaired schema if the intent is clear. */
function toRefusal(issues: Issue[], repair: Repaired | null): Json {
  const message = repair ? 'The schema is refused, and can be repaired.' : 'The schema is refused.'
  return { schema_error: { message, errors: issues.map(toErrorLine), ...(repair && { repair }) } }
}

function withLostDigits(issues: Issue[], lost: Issue[]): Issue[] {
  const paths = new Set(lost.map(({ path }) => path))
  return [...lost, ...issues.filter(({ path }) => !paths.has(path))]
}

type ReadSchema = { compiled: Compiled; issues: [] } | { compiled?: undefined; issues: Issue[] }

function readContract(authored: Json): ReadSchema {
  const { schema, issues } = canonicalSchema(authored)
  return schema ? { compiled: compile(schema), issues: [] } : { issues }
}

/** Fails for a dangling reference or an unknown type. */
function readOpen(authored: Json, isStrict: boolean): ReadSchema {
  try {
    return { compiled: compileOpen(authored, { isStrict }), issues: [] }
  } catch (thrown) {
    const message = `cannot be compiled: ${(thrown as Error).message}`
    return { issues: [{ path: '', keyword: 'compile', message }] }
  }
}

function toVerdict(value: Json, coercions: Json[], issues: Issue[]): JsonObject {
  return { valid: issues.length === 0, value, coercions, errors: issues.map(toErrorLine) }
}

function toErrorLine({ path, message, keyword }: Issue): Json {
  return { path, message, keyword: keyword ?? null }
}
