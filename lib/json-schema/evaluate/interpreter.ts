/**
 * Evaluates without eval, which browsers' policies forbid, and where Ajv is wrong or slow (`ajv-limits.ts`). Errors have
 * the order and the params of Ajv's, because `faults.ts` reads both; `interpreter.test.ts` compares them.
 */
import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { type FindTarget, targetFinder } from '../tree/find-target.ts'
import { listTypes } from '../tree/schema-tree.ts'
import { type Compiled, compileSchema, ROOT_URI, type SchemaEngine } from './compiled-schema.ts'
import { isKeywordUsed, KEYWORD_GROUPS } from './interpreter-keywords.ts'

type ErrorTarget = { path: string; errors: ErrorObject[]; propertyName?: string }

/** What `unevaluated…` depends on. See JSON Schema 2020-12 Core §11. */
type Evaluated = { keys: Set<string>; allKeys: boolean; items: Set<number>; allItems: boolean }

export type EvaluationFrame = ErrorTarget & {
  schema: JsonSchema
  data: Json
  evaluated: Evaluated | null
  fail: (keyword: string, params?: Record<string, unknown>) => void
  /** Checks a property or an item. */
  checkChild: (schema: Json | undefined, data: Json, errorTarget: ErrorTarget) => boolean
  /** Checks the same value by a subschema. What that evaluates counts if the value is valid, or with `always`. */
  checkInPlace: (schema: Json | undefined, errors: ErrorObject[], always?: boolean) => boolean
  findTarget: FindTarget
}

/** Takes a canonical schema. The engine of `compile` is faster for many values, and takes longer to start. */
export function interpretSchema(schema: JsonSchema): Compiled {
  return compileSchema(newInterpreter, schema)
}

/** Takes a canonical schema. Its checks throw for a reference that leads nowhere. */
export function newInterpreter(schema: JsonSchema): SchemaEngine {
  const findTarget = targetFinder(schema, ROOT_URI)
  return (part) => (value) => {
    const errors: ErrorObject[] = []
    check(part, value, { path: '', errors }, findTarget, null)
    return errors
  }
}

function check(
  schema: Json | undefined,
  data: Json,
  errorTarget: ErrorTarget,
  findTarget: FindTarget,
  outer: Evaluated | null,
): boolean {
  const { errors } = errorTarget
  const before = errors.length
  if (schema === false) reportError(errorTarget, 'false schema', {}, false as unknown as JsonSchema, data)
  if (!isObject(schema)) return errors.length === before

  const evaluated = outer ?? (hasUnevaluated(schema) ? nothingEvaluated() : null)
  const frame: EvaluationFrame = {
    ...errorTarget,
    schema,
    data,
    evaluated,
    findTarget,
    fail: (keyword, params = {}) => reportError(errorTarget, keyword, params, schema, data),
    checkChild: (inner, value, at) => check(inner, value, at, findTarget, null),
    checkInPlace: (inner, into, always = false) => {
      const own = evaluated && nothingEvaluated()
      const isValid = check(inner, data, { ...errorTarget, errors: into }, findTarget, own)
      if (evaluated && own && (isValid || always)) mergeEvaluated(evaluated, own)
      return isValid
    },
  }
  checkKeywords(frame)
  return errors.length === before
}

/** Ajv reports a single type together with that type's rules. */
function checkKeywords(frame: EvaluationFrame): void {
  const { schema, data } = frame
  const types = listTypes(schema)
  if (schema.nullable === true && types.length > 0) types.push('null')
  const isWrong = types.length > 0 && !types.some((type) => isOfType(data, type))
  const [only] = types
  const isLater =
    types.length === 1 &&
    KEYWORD_GROUPS.some(
      ({ type, rules }) => type === only && rules.some((rule) => isKeywordUsed(rule, schema)),
    )
  const failType = () => frame.fail('type', { type: schema.type })
  if (isWrong && !isLater) failType()
  for (const { type, rules } of KEYWORD_GROUPS) {
    if (type === undefined || isOfType(data, type)) {
      for (const [keyword, rule] of rules) {
        if (schema[keyword] !== undefined) rule(frame, schema[keyword])
      }
    } else if (isWrong && isLater && type === only) failType()
  }
}

function hasUnevaluated(schema: JsonSchema): boolean {
  return schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined
}

function isOfType(data: Json, type: string): boolean {
  if (type === 'array') return Array.isArray(data)
  if (type === 'object') return isObject(data)
  if (type === 'null') return data === null
  if (type === 'integer') return typeof data === 'number' && Number.isInteger(data)
  return typeof data === type
}

function reportError(
  { path, errors, propertyName }: ErrorTarget,
  keyword: string,
  params: Record<string, unknown>,
  parentSchema: JsonSchema,
  data: Json,
): void {
  // Errors of Ajv's custom keywords have no `propertyName`.
  const named =
    propertyName === undefined || keyword === 'enum' || keyword === 'const' ? {} : { propertyName }
  errors.push({ keyword, params, parentSchema, data, instancePath: path, schemaPath: '', ...named })
}

function nothingEvaluated(): Evaluated {
  return { keys: new Set(), allKeys: false, items: new Set(), allItems: false }
}

function mergeEvaluated(into: Evaluated, other: Evaluated): void {
  for (const key of other.keys) into.keys.add(key)
  into.allKeys ||= other.allKeys
  for (const index of other.items) into.items.add(index)
  into.allItems ||= other.allItems
}
