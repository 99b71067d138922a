/**
 * Whether what a handler returned keeps its promise, and how the run ends by it.
 *
 * Ground, for servers. An output is never coerced: the publisher promised it, nobody typed it.
 * Source: specification "Contracts" §5.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { compile } from '../schema/compile.ts'
import { isFieldMap } from '../schema/field-map.ts'
import { unconditional, walkSchema } from '../schema/schema-tree.ts'
import { validate } from '../schema/validate.ts'

export type OutputRules = {
  /** A JavaScript handler whose response was authored as JSON Schema returns a string `message`. */
  messageRequired: boolean
}

/** The rules beside the schema; `response` as authored, because the notation is what decides. */
export function outputRules(skill: { runtime?: string; response?: Json }): OutputRules {
  const isJavaScript = (skill.runtime ?? 'javascript') === 'javascript'
  return { messageRequired: isJavaScript && isObject(skill.response) && !isFieldMap(skill.response) }
}

/** Every broken promise of `value` under the canonical response schema; [] when it keeps them. */
export function checkOutput(
  response: JsonSchema | undefined,
  value: Json,
  rules: OutputRules = { messageRequired: false },
): Issue[] {
  const issues = response ? checkSchema(response, value) : []
  return [...issues, ...checkMessage(value, rules, issues), ...checkPartial(response, value)]
}

/**
 * A string `message` that nobody declared is every handler's to give. A closed schema is asked about the rest: there it
 * is no property, so `minProperties` and `maxProperties` do not count it.
 */
function checkSchema(response: JsonSchema, value: Json): Issue[] {
  const issues = validate(response, value)
  if (issues.length === 0 || !isObject(value) || typeof value.message !== 'string') return issues
  const isDeclared = declarationsAtTop(response, 'message').length > 0
  // Where one branch declares it, the branch that was meant may not.
  if (isDeclared && !issues.every(isUnknownMessage)) return issues
  const { message: _, ...rest } = value
  return validate(response, rest).filter(
    ({ path, keyword }) => !(path === '/message' && keyword === 'required'),
  )
}

function isUnknownMessage({ path, keyword }: Issue): boolean {
  return path === '/message' && (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
}

function checkMessage(value: Json, { messageRequired }: OutputRules, known: readonly Issue[]): Issue[] {
  if (!messageRequired || (isObject(value) && typeof value.message === 'string')) return []
  if (known.some(({ path }) => path === '/message' || path === '')) return []
  const message = isObject(value)
    ? 'must be text: a JavaScript handler returns an object with a string message'
    : 'must be an object with a string message'
  return [{ path: isObject(value) ? '/message' : '', keyword: 'message', message }]
}

const ENDS = { success: 'succeeded', partial_success: 'partial', failed: 'failed' } as const

type End = (typeof ENDS)[keyof typeof ENDS]

/**
 * How a run ends by the `status` it returned. Only where the response declares `status` with nothing but values
 * of the envelope does it decide; otherwise it is ordinary data, and a returned value is a success.
 */
export function runEndFromStatus(response: JsonSchema | undefined, value: Json): End {
  if (!response || !isObject(value) || !declaresEnvelope(response)) return 'succeeded'
  const { status } = value
  return typeof status === 'string' && Object.hasOwn(ENDS, status)
    ? ENDS[status as keyof typeof ENDS]
    : 'succeeded'
}

function checkPartial(response: JsonSchema | undefined, value: Json): Issue[] {
  if (runEndFromStatus(response, value) !== 'partial') return []
  const { errors } = value as { errors?: Json }
  if (Array.isArray(errors) && errors.length > 0) return []
  return [
    { path: '/errors', keyword: 'partial', message: 'is required: a partial success lists what went wrong' },
  ]
}

const envelopes = new WeakMap<JsonSchema, boolean>()

function declaresEnvelope(response: JsonSchema): boolean {
  const known = envelopes.get(response) ?? findEnvelope(response)
  envelopes.set(response, known)
  return known
}

function findEnvelope(response: JsonSchema): boolean {
  const { schema } = compile(response)
  const declared = declarationsAtTop(response, 'status').map((each) => listedValues(schema, each))
  const isListed = declared.filter((values) => values !== null)
  if (isListed.length === 0) return false
  return isListed.flat().every((each) => typeof each === 'string' && Object.hasOwn(ENDS, each))
}

/** The values a schema allows when it lists them: itself, behind references, or one in each branch. Null is no value. */
function listedValues(root: JsonSchema, schema: Json, around: readonly JsonSchema[] = []): Json[] | null {
  if (!isObject(schema) || around.includes(schema)) return null
  const all = unconditional(root, schema)
  const fixed = all.flatMap(({ const: only, enum: list }) =>
    only !== undefined ? [only] : Array.isArray(list) ? list : [],
  )
  if (fixed.length > 0) return fixed.filter((each) => each !== null)
  for (const branches of all.flatMap(({ anyOf, oneOf }) => [anyOf, oneOf])) {
    if (!Array.isArray(branches)) continue
    const values = branches
      .filter((each) => !isObject(each) || each.type !== 'null')
      .map((each) => listedValues(root, each, [...around, schema]))
    if (values.length > 0 && values.every((each) => each !== null)) return values.flat()
  }
  return null
}

const IN_PLACE = /^(\/(allOf|anyOf|oneOf)\/\d+|\/(if|then|else)|\/dependentSchemas\/[^/]*)*$/

/** What the schema says of a top-level property anywhere: in itself, its branches, its conditions, its references. */
function declarationsAtTop(response: JsonSchema, property: string): JsonSchema[] {
  const root = compile(response).schema
  const found: JsonSchema[] = []
  const seen = new Set<JsonSchema>()
  const collect = (schema: JsonSchema) => {
    if (seen.has(schema)) return
    seen.add(schema)
    walkSchema(schema, (each, pointer) => {
      if (!IN_PLACE.test(pointer)) return
      if (isObject(each.properties) && isObject(each.properties[property])) {
        found.push(each.properties[property])
      }
      unconditional(root, each).forEach(collect)
    })
  }
  collect(root)
  return found
}
