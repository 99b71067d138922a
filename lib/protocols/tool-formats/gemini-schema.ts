/**
 * Gemini's subset of OpenAPI 3.0: no references, `oneOf`, `allOf`, `const` or `additionalProperties`, string
 * enums only, a type everywhere, no objects without properties. What does not fit is left out and described
 * in text. See Gemini API, Schema, Function calling.
 */

import { listTypes, resolveRef } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { isGeminiFieldName } from '../../kernel/names/field-name.ts'
import { collectFields, listOf, newSchemaWalk, type SchemaWalk, textsOf } from './function-schema.ts'

/** Counts are int64, which Protocol Buffers encode as text in JSON. */
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

/** Gemini refuses larger or nested large lists as too complex. */
const MAX_ITEMS = 64

/** Runs accept JSON text where the contract requires an object. */
const OBJECT_AS_TEXT = 'A JSON object, encoded as a string.'

// biome-ignore format: table
const SUPPORTED_KEYWORDS: Record<string, string[]> = {
  string:  ['minLength', 'maxLength', 'pattern'],
  number:  ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array:   ['minItems', 'maxItems'],
  object:  ['minProperties', 'maxProperties'],
  boolean: [],
}

/** Gemini refuses deep nesting at an undocumented depth. Below this, anything is accepted. */
const MAX_DEPTH = 5

export function geminiSchema(root: JsonSchema, schema: Json = root): JsonObject {
  return schemaAt(newSchemaWalk(root), schema, 0)
}

function schemaAt(walk: SchemaWalk, schema: Json, depth: number): JsonObject {
  if (walk.visitsLeft-- <= 0 || depth > MAX_DEPTH || !isObject(schema)) return anything(undefined)
  const facts = collectFacts(walk, schema)
  const description = describeSchema(facts)
  const types = possibleTypes(facts)
  const isNullable = types.includes('null')
  const kinds = types.filter((type) => type !== 'null' && SUPPORTED_KEYWORDS[type])
  const common = { ...(description && { description: description }), ...(isNullable && { nullable: true }) }
  const branches = kinds.length === 0 ? listBranches(facts) : []
  if (branches.length > 0)
    return { ...common, anyOf: branches.map((branch) => schemaAt(walk, branch, depth + 1)) }
  if (kinds.length === 0) return { ...common, ...anything(description) }
  if (kinds.length > 1)
    return { ...common, anyOf: kinds.map((kind) => ofKind(walk, { ...facts, type: kind }, kind, depth)) }
  return { ...common, ...ofKind(walk, facts, kinds[0]!, depth) }
}

/** Merges everything that holds unconditionally; the innermost value of a keyword wins. */
function collectFacts(walk: SchemaWalk, schema: JsonSchema, depth = 0): JsonSchema {
  if (depth > MAX_DEPTH || walk.visitsLeft-- <= 0) return {}
  const { $ref, allOf, ...own } = schema
  const below = [...(typeof $ref === 'string' ? [resolveRef(walk.root, $ref)] : []), ...listOf(allOf)]
  const parts = below.filter(isObject).map((each) => collectFacts(walk, each, depth + 1))
  return Object.assign({}, ...parts.toReversed(), own)
}

function possibleTypes(facts: JsonSchema): string[] {
  const types = listTypes(facts)
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

function listBranches(facts: JsonSchema): Json[] {
  return [...listOf(facts.anyOf), ...listOf(facts.oneOf)].filter(isObject)
}

function ofKind(walk: SchemaWalk, facts: JsonSchema, kind: string, depth: number): JsonObject {
  const keywords = (SUPPORTED_KEYWORDS[kind] ?? []).flatMap((keyword) => {
    const value = facts[keyword]
    if (value === undefined || isTooMany(keyword, value)) return []
    return [[keyword, COUNTS.includes(keyword) ? String(value) : value]]
  })
  const geminiSchema: JsonObject = { type: kind.toUpperCase(), ...Object.fromEntries(keywords) }
  if (kind === 'string') Object.assign(geminiSchema, textFacts(facts))
  if (kind === 'integer' && typeof facts.exclusiveMinimum === 'number')
    geminiSchema.minimum = facts.exclusiveMinimum + 1
  if (kind === 'array') geminiSchema.items = withoutLists(convertItems(walk, facts, depth))
  if (kind !== 'object') return geminiSchema
  const fields = objectFacts(walk, facts, depth)
  return fields ? { ...geminiSchema, ...fields } : asText(facts)
}

/** For an object without known fields. */
function asText(facts: JsonSchema): JsonObject {
  return { type: 'STRING', description: [describeSchema(facts), OBJECT_AS_TEXT].filter(Boolean).join(' ') }
}

function isTooMany(keyword: string, value: Json): boolean {
  return keyword.endsWith('Items') && Number(value) > MAX_ITEMS
}

/** Drops list limits, which multiply when nested. */
function withoutLists(schema: JsonObject): JsonObject {
  const { minItems: _, maxItems: __, ...rest } = schema
  const below = (each: Json) => (isObject(each) ? withoutLists(each) : each)
  return {
    ...(schema.type === 'ARRAY' ? rest : schema),
    ...(isObject(schema.items) && { items: withoutLists(schema.items) }),
    ...(Array.isArray(schema.anyOf) && { anyOf: schema.anyOf.map(below) }),
    ...(isObject(schema.properties) && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, each]) => [name, below(each)]),
      ),
    }),
  }
}

function textFacts({ enum: choices, const: only, format }: JsonSchema): JsonObject {
  const values = typeof only === 'string' ? [only] : textsOf(choices)
  if (values.length > 0) return { enum: values, format: 'enum' }
  return format === 'date-time' ? { format } : {}
}

function convertItems(walk: SchemaWalk, { items, prefixItems }: JsonSchema, depth: number): JsonObject {
  const tupleItems = listOf(prefixItems)
  if (tupleItems.length === 0) return schemaAt(walk, items ?? true, depth + 1)
  const each = [...tupleItems, ...(isObject(items) ? [items] : [])]
  return each.length === 1
    ? schemaAt(walk, each[0]!, depth + 1)
    : { anyOf: each.map((item) => schemaAt(walk, item, depth + 1)) }
}

/** Returns undefined for an object without fields that Gemini can name. */
function objectFacts(walk: SchemaWalk, facts: JsonSchema, depth: number): JsonObject | undefined {
  const { properties, required } = collectFields(walk, facts)
  const names = Object.keys(properties).filter((name) => isGeminiFieldName(name))
  if (names.length === 0) return undefined
  const known = required.filter((name) => names.includes(name))
  return {
    properties: Object.fromEntries(names.map((name) => [name, schemaAt(walk, properties[name]!, depth + 1)])),
    propertyOrdering: names,
    ...(known.length > 0 && { required: known }),
  }
}

/** Any value, since Gemini requires a type. */
function anything(description: string | undefined): JsonObject {
  const kinds = ['STRING', 'NUMBER', 'BOOLEAN'].map((type) => ({ type }))
  const list = { type: 'ARRAY', items: { type: 'STRING' } }
  return { description: description ?? 'Any JSON value.', nullable: true, anyOf: [...kinds, list] }
}

/** The description, with non-string choices and large limits as text. */
function describeSchema({
  description,
  title,
  enum: choices,
  const: only,
  ...facts
}: JsonSchema): string | undefined {
  const text = typeof description === 'string' ? description : typeof title === 'string' ? title : undefined
  const values = only !== undefined ? [only] : listOf(choices)
  const isOfTexts = values.every((value) => typeof value === 'string' || value === null)
  const choicesText =
    values.length > 0 && !isOfTexts
      ? `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.`
      : undefined
  const limits = [
    isTooMany('maxItems', facts.maxItems ?? 0) && `At most ${facts.maxItems} items.`,
    isTooMany('minItems', facts.minItems ?? 0) && `At least ${facts.minItems} items.`,
  ]
  return [text, choicesText, ...limits].filter(Boolean).join(' ') || undefined
}
