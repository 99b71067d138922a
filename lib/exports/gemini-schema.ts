/**
 * A contract's input in the subset of OpenAPI 3.0 that Gemini takes for functions. Pure.
 *
 * It knows no references, no `oneOf`, `allOf`, `const` or `additionalProperties`, enums of texts only, and wants a
 * type everywhere. What does not fit is left out, so the schema is wider than the contract; choices that cannot be
 * written are said in the description. Source: Gemini API, Schema (Caching § Schema), Function calling.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../contract/json/json.ts'
import { resolveRef, typesOf } from '../contract/schema/schema-tree.ts'
import { fieldsOf, listOf, textsOf } from './function-schema.ts'

// biome-ignore format: a table reads in rows
const KEPT: Record<string, string[]> = {
  string:  ['minLength', 'maxLength', 'pattern'],
  number:  ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array:   ['minItems', 'maxItems'],
  object:  ['minProperties', 'maxProperties'],
  boolean: [],
}

/** Deep nesting is refused, where exactly is not told. What lies deeper may be anything there. */
const MAX_DEPTH = 5

export function geminiSchema(root: JsonSchema, schema: Json = root, depth = 0): JsonObject {
  if (!isObject(schema) || depth > MAX_DEPTH) return anything(undefined)
  const facts = gather(root, schema)
  const words = wordsOf(facts)
  const types = possibleTypes(facts)
  const isNullable = types.includes('null')
  const kinds = types.filter((type) => type !== 'null' && KEPT[type])
  const common = { ...(words && { description: words }), ...(isNullable && { nullable: true }) }
  const branches = kinds.length === 0 ? branchesOf(facts) : []
  if (branches.length > 0)
    return { ...common, anyOf: branches.map((each) => geminiSchema(root, each, depth + 1)) }
  if (kinds.length === 0) return { ...common, ...anything(words) }
  if (kinds.length > 1)
    return { ...common, anyOf: kinds.map((kind) => ofKind(root, { ...facts, type: kind }, kind, depth)) }
  return { ...common, ...ofKind(root, facts, kinds[0]!, depth) }
}

/** What holds unconditionally, as one schema: the nearest word of each keyword counts. */
function gather(root: JsonSchema, schema: JsonSchema, depth = 0): JsonSchema {
  if (depth > MAX_DEPTH) return {}
  const { $ref, allOf, ...own } = schema
  const below = [...(typeof $ref === 'string' ? [resolveRef(root, $ref)] : []), ...listOf(allOf)]
  const parts = below.filter(isObject).map((each) => gather(root, each, depth + 1))
  return Object.assign({}, ...parts.toReversed(), own)
}

function possibleTypes(facts: JsonSchema): string[] {
  const types = typesOf(facts)
  if (types.length > 0) return types
  const values = 'const' in facts ? [facts.const!] : listOf(facts.enum)
  if (values.length > 0) return [...new Set(values.map(typeName))]
  if (facts.properties !== undefined || facts.required !== undefined) return ['object']
  return facts.items !== undefined || facts.prefixItems !== undefined ? ['array'] : []
}

function typeName(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function branchesOf(facts: JsonSchema): Json[] {
  return [...listOf(facts.anyOf), ...listOf(facts.oneOf)].filter(isObject)
}

function ofKind(root: JsonSchema, facts: JsonSchema, kind: string, depth: number): JsonObject {
  const kept = (KEPT[kind] ?? []).flatMap((keyword) =>
    facts[keyword] === undefined ? [] : [[keyword, facts[keyword]]],
  )
  const made: JsonObject = { type: kind.toUpperCase(), ...Object.fromEntries(kept) }
  if (kind === 'string') Object.assign(made, textFacts(facts))
  if (kind === 'integer' && typeof facts.exclusiveMinimum === 'number')
    made.minimum = facts.exclusiveMinimum + 1
  if (kind === 'array') made.items = itemsOf(root, facts, depth)
  if (kind === 'object') Object.assign(made, objectFacts(root, facts, depth))
  return made
}

function textFacts({ enum: choices, const: only, format }: JsonSchema): JsonObject {
  const values = typeof only === 'string' ? [only] : textsOf(choices)
  if (values.length > 0) return { enum: values, format: 'enum' }
  return format === 'date-time' ? { format } : {}
}

function itemsOf(root: JsonSchema, { items, prefixItems }: JsonSchema, depth: number): JsonObject {
  const places = listOf(prefixItems)
  if (places.length === 0) return geminiSchema(root, items ?? true, depth + 1)
  const each = [...places, ...(isObject(items) ? [items] : [])]
  return each.length === 1
    ? geminiSchema(root, each[0]!, depth + 1)
    : { anyOf: each.map((place) => geminiSchema(root, place, depth + 1)) }
}

function objectFacts(root: JsonSchema, facts: JsonSchema, depth: number): JsonObject {
  const { properties, required } = fieldsOf(root, facts)
  const names = Object.keys(properties)
  if (names.length === 0) return {}
  const known = required.filter((name) => names.includes(name))
  return {
    properties: Object.fromEntries(
      names.map((name) => [name, geminiSchema(root, properties[name]!, depth + 1)]),
    ),
    propertyOrdering: names,
    ...(known.length > 0 && { required: known }),
  }
}

/** Any value, where a type has to be said. */
function anything(description: string | undefined): JsonObject {
  const kinds = ['STRING', 'NUMBER', 'BOOLEAN', 'OBJECT'].map((type) => ({ type }))
  const list = { type: 'ARRAY', items: { type: 'STRING' } }
  return { description: description ?? 'Any JSON value.', nullable: true, anyOf: [...kinds, list] }
}

/** The description, and with it the choices that are no texts. */
function wordsOf({ description, title, enum: choices, const: only }: JsonSchema): string | undefined {
  const said = typeof description === 'string' ? description : typeof title === 'string' ? title : undefined
  const values = only !== undefined ? [only] : listOf(choices)
  const isOfTexts = values.every((each) => typeof each === 'string' || each === null)
  const told =
    values.length > 0 && !isOfTexts
      ? `One of: ${values.map((each) => JSON.stringify(each)).join(', ')}.`
      : undefined
  return [said, told].filter(Boolean).join(' ') || undefined
}
