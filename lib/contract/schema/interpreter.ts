/**
 * The engine without eval: walks schema and value together, and complains as Ajv does.
 *
 * Ground; also in the browser. The SDK's build puts it in the place of `ajv-engine.ts`. Sentences, chosen branches
 * and coercions are made from these complaints by the same code as on the server, so their order and their params
 * are Ajv's, to the letter; `interpreter.test.ts` compares the two. Source: JSON Schema 2020-12; Ajv 8.
 */
import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { type Engine, ROOT } from './engine.ts'
import { type Evaluated, merge, nothingEvaluated } from './evaluated.ts'
import { type FindTarget, targetFinder } from './interpreter-references.ts'
import { RULES, type Rule } from './interpreter-rules.ts'
import { typesOf } from './schema-tree.ts'

/** Where a value stands, and where to complain. */
export type Place = { path: string; errors: ErrorObject[]; propertyName?: string }

/** One schema object meeting one value. */
export type Frame = Place & {
  schema: JsonSchema
  data: Json
  /** What the neighbours of `unevaluated…` have looked at; null when nobody asks. */
  evaluated: Evaluated | null
  fail: (keyword: string, params?: Record<string, unknown>) => void
  /** Holds a part of the value against a schema. Whether it keeps it. */
  below: (schema: Json | undefined, data: Json, place: Place) => boolean
  /** Holds the same value against a schema; what it evaluates counts here if it keeps it, or `always`. */
  here: (schema: Json | undefined, errors: ErrorObject[], always?: boolean) => boolean
  findTarget: FindTarget
}

export function newEngine(schema: JsonSchema): Engine {
  const findTarget = targetFinder(schema, ROOT)
  return (part) => (value) => {
    const errors: ErrorObject[] = []
    check(part, value, { path: '', errors }, findTarget, null)
    return errors
  }
}

function check(
  schema: Json | undefined,
  data: Json,
  place: Place,
  findTarget: FindTarget,
  asked: Evaluated | null,
): boolean {
  const { errors } = place
  const before = errors.length
  if (schema === false) complain(place, 'false schema', {}, false as unknown as JsonSchema, data)
  if (!isObject(schema)) return errors.length === before

  const evaluated = asked ?? (mustLookBack(schema) ? nothingEvaluated() : null)
  const frame: Frame = {
    ...place,
    schema,
    data,
    evaluated,
    findTarget,
    fail: (keyword, params = {}) => complain(place, keyword, params, schema, data),
    below: (inner, value, at) => check(inner, value, at, findTarget, null),
    here: (inner, into, always = false) => {
      const own = evaluated && nothingEvaluated()
      const isKept = check(inner, data, { ...place, errors: into }, findTarget, own)
      if (evaluated && own && (isKept || always)) merge(evaluated, own)
      return isKept
    },
  }
  askRules(frame)
  return errors.length === before
}

/** In Ajv's order: a lone type that has rules of its own is complained about when their turn comes. */
function askRules(frame: Frame): void {
  const { schema, data } = frame
  const types = typesOf(schema)
  if (schema.nullable === true && types.length > 0) types.push('null')
  const isWrong = types.length > 0 && !types.some((type) => isOfType(data, type))
  const [only] = types
  const isLater =
    types.length === 1 &&
    RULES.some(({ type, rules }) => type === only && rules.some((each) => isUsed(each, schema)))
  const complainOfType = () => frame.fail('type', { type: schema.type })
  if (isWrong && !isLater) complainOfType()
  for (const { type, rules } of RULES) {
    if (type === undefined || isOfType(data, type)) {
      for (const [keyword, rule] of rules) {
        if (schema[keyword] !== undefined) rule(frame, schema[keyword])
      }
    } else if (isWrong && isLater && type === only) complainOfType()
  }
}

function isUsed([keyword]: Rule, schema: JsonSchema): boolean {
  return schema[keyword] !== undefined
}

function mustLookBack(schema: JsonSchema): boolean {
  return schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined
}

function isOfType(data: Json, type: string): boolean {
  if (type === 'array') return Array.isArray(data)
  if (type === 'object') return isObject(data)
  if (type === 'null') return data === null
  if (type === 'integer') return typeof data === 'number' && Number.isInteger(data)
  return typeof data === type
}

function complain(
  { path, errors, propertyName }: Place,
  keyword: string,
  params: Record<string, unknown>,
  parentSchema: JsonSchema,
  data: Json,
): void {
  // What Ajv was taught anew does not hear of the name.
  const named =
    propertyName === undefined || keyword === 'enum' || keyword === 'const' ? {} : { propertyName }
  errors.push({ keyword, params, parentSchema, data, instancePath: path, schemaPath: '', ...named })
}
