import { compile, validateValue } from '../../json-schema/evaluate/compile.ts'
import { isFieldMap } from '../../json-schema/parse/field-map.ts'
import { unconditional, walkSchema } from '../../json-schema/tree/schema-tree.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'

export type OutputRules = {
  messageRequired: boolean
}

/** Returns the rules for a skill's output. Takes the authored `response`, because a field map asks for no message. */
export function outputRules(skill: { runtime?: string; response?: Json }): OutputRules {
  const isJavaScript = (skill.runtime ?? 'javascript') === 'javascript'
  return { messageRequired: isJavaScript && isObject(skill.response) && !isFieldMap(skill.response) }
}

/** Returns what is wrong with an output; nothing if it satisfies the contract. See docs/spec/contracts.md §5. */
export function checkOutput(
  response: JsonSchema | undefined,
  value: Json,
  rules: OutputRules = { messageRequired: false },
): Issue[] {
  const issues = response ? checkSchema(response, value) : []
  return [...issues, ...checkMessage(value, rules, issues), ...checkPartial(response, value)]
}

/** Checks the schema. A string `message` is always allowed, and does not count for `minProperties` and `maxProperties`. */
function checkSchema(response: JsonSchema, value: Json): Issue[] {
  const issues = validateValue(response, value)
  if (issues.length === 0 || !isObject(value) || typeof value.message !== 'string') return issues
  const isDeclared = declarationsAtTop(response, 'message').length > 0
  // A branch that does not declare `message` may be the one that the output means, so the output is checked without it.
  if (isDeclared && !issues.every(isUnknownMessage)) return issues
  const { message: _, ...rest } = value
  return validateValue(response, rest).filter(
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

/** Returns how a run ended by the output's `status`, which counts only if the response declares it with the envelope's values. */
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
    { path: '/errors', keyword: 'partial', message: 'is required: a partial success must list its errors' },
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

const SAME_VALUE_POINTER = /^(\/(allOf|anyOf|oneOf)\/\d+|\/(if|then|else)|\/dependentSchemas\/[^/]*)*$/

function declarationsAtTop(response: JsonSchema, property: string): JsonSchema[] {
  const root = compile(response).schema
  const found: JsonSchema[] = []
  const seen = new Set<JsonSchema>()
  const collect = (schema: JsonSchema) => {
    if (seen.has(schema)) return
    seen.add(schema)
    walkSchema(schema, (each, pointer) => {
      if (!SAME_VALUE_POINTER.test(pointer)) return
      if (isObject(each.properties) && isObject(each.properties[property])) {
        found.push(each.properties[property])
      }
      unconditional(root, each).forEach(collect)
    })
  }
  collect(root)
  return found
}
