/**
 * Two schemas for values before coercion and defaults: what `coercible` refuses will fail, and what `surelyCoercible`
 * accepts will pass. See docs/spec/contracts.md §2 and §3.
 */

import { listTypes, mapMembers, resolveRef, walkSchema } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '../../../kernel/json/json.ts'

const NUMBER_TEXT = '^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*$'
const BOOLEAN_TEXT = '^\\s*([tT][rR][uU][eE]|[yY][eE][sS]|1|[fF][aA][lL][sS][eE]|[nN][oO]|0)\\s*$'
const NOT_NULL: JsonSchema = { type: ['string', 'number', 'boolean', 'object', 'array'] }

const READ_FROM: Record<string, JsonSchema[] | undefined> = {
  string: [{ type: ['number', 'boolean'] }],
  number: [{ type: 'string', pattern: NUMBER_TEXT }],
  integer: [{ type: 'string', pattern: NUMBER_TEXT }],
  boolean: [{ enum: [0, 1] }, { type: 'string', pattern: BOOLEAN_TEXT }],
  array: [{ type: 'string', pattern: '^\\s*\\[' }],
  object: [{ type: 'string', pattern: '^\\s*\\{' }],
}

/** Keywords that cannot be widened part by part, or that defaults may satisfy. */
// biome-ignore format: list
const LEFT_OUT = ['not', 'if', 'then', 'else', 'unevaluatedProperties', 'unevaluatedItems', 'maxContains', 'minProperties',
  'dependentRequired', 'dependentSchemas', 'dependencies', 'type', 'enum', 'const', 'required', 'oneOf', 'anyOf', 'allOf']

// biome-ignore format: table
const KEYWORDS_OF: Record<string, string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'contains', 'minContains', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'maxProperties'],
}

/** Returns a schema that accepts at least what `schema` accepts after defaults and coercion. Its references stay valid. */
export function coercible(schema: JsonSchema): JsonSchema {
  return widenSchema(schema, namesFilled(schema))
}

function widenSchema(schema: JsonSchema, filled: ReadonlySet<string>): JsonSchema {
  const whole = mapMembers(schema, (each) => (isObject(each) ? widenSchema(each, filled) : each))
  const { allOf, anyOf, oneOf, required } = whole
  const types = listTypes(schema)
  const rest = Object.fromEntries(Object.entries(whole).filter(([key]) => !LEFT_OUT.includes(key)))
  const asked = Array.isArray(required) ? required.filter((name) => !filled.has(String(name))) : []
  const listed = [schema.enum, Object.hasOwn(schema, 'const') ? [schema.const as Json] : undefined]
  const members: Json[] = [
    ...(Array.isArray(allOf) ? allOf : []),
    ...[anyOf, oneOf].filter(Array.isArray).map((branches) => ({ anyOf: branches })),
    ...(types.length > 0 ? [{ anyOf: acceptedBeforeCoercion(schema, types) }] : []),
    ...listed.filter(Array.isArray).map(listedReadings),
  ]
  return {
    ...(types.length > 0 ? withoutKeywordsOfOthers(rest, types) : rest),
    ...(asked.length > 0 && { required: asked }),
    ...(members.length > 0 && { allOf: members }),
  }
}

function acceptedBeforeCoercion(schema: JsonSchema, types: readonly string[]): Json[] {
  const others = types.flatMap((type) => READ_FROM[type] ?? [])
  return [{ type: [...types] }, ...others, ...(types.includes('array') ? single(schema) : [])]
}

/** Accepts a single item in place of a list. Judges it by type alone, because recursive lists would never end. */
function single({ items, prefixItems, minItems = 0 }: JsonSchema): Json[] {
  if (Number(minItems) > 1) return []
  const first = Array.isArray(prefixItems) && prefixItems.length > 0 ? prefixItems[0] : items
  const types = isObject(first) ? listTypes(first) : []
  if (types.length === 0 || types.includes('array')) return [NOT_NULL]
  return [{ type: [...new Set(types.flatMap((type) => ITEM_FROM[type] ?? []))] }]
}

// biome-ignore format: table
const ITEM_FROM: Record<string, string[] | undefined> = {
  string: ['string', 'number', 'boolean'], number: ['number', 'string'], integer: ['number', 'string'],
  boolean: ['boolean', 'string', 'number'], object: ['object', 'string'],
}

/** Lists the spellings of texts; those of numbers and other values are too many to list. */
function listedReadings(values: readonly Json[]): JsonSchema {
  if (!values.every((each) => each === null || typeof each === 'string')) {
    return { anyOf: [{ enum: [...values] }, NOT_NULL] }
  }
  const read = values.flatMap((each): Json[] => {
    if (each === 'true' || each === 'false') return [each === 'true']
    return each !== null && String(Number(each)) === each ? [Number(each)] : []
  })
  return { enum: [...values, ...read] }
}

function withoutKeywordsOfOthers(schema: JsonSchema, types: readonly string[]): JsonSchema {
  const declared = types.map((type) => (type === 'integer' ? 'number' : type))
  const others = Object.entries(KEYWORDS_OF)
    .filter(([type]) => !declared.includes(type))
    .flatMap(([, keywords]) => keywords)
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !others.includes(key)))
}

function namesFilled(schema: JsonSchema): Set<string> {
  const names = new Set<string>()
  walkSchema(schema, ({ properties }) => {
    for (const [name, each] of Object.entries(isObject(properties) ? properties : {}))
      if (isObject(each) && mayBeFilled(each)) names.add(name)
  })
  return names
}

function mayBeFilled(schema: JsonSchema): boolean {
  let isFound = false
  walkSchema(schema, (each) => {
    isFound ||= Object.hasOwn(each, 'default') || typeof each.$ref === 'string'
  })
  return isFound
}

const MAX_EXACT_INTEGER = Number.MAX_SAFE_INTEGER
const NOTES = [
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  'deprecated',
  'readOnly',
  'writeOnly',
]

/** Returns a schema of values that are certain to pass; undefined if none is certain. */
export function surelyCoercible(schema: Json, root: JsonSchema): Json | undefined {
  const plain = resolveReference(schema, root)
  if (!plain) return undefined
  const asserted = Object.keys(plain).filter((key) => !NOTES.includes(key))
  if (plain.type === 'string' && asserted.length === 1)
    return {
      anyOf: [
        { type: ['string', 'boolean'] },
        { type: 'number', minimum: -MAX_EXACT_INTEGER, maximum: MAX_EXACT_INTEGER },
      ],
    }
  const isList =
    plain.type === 'array' && asserted.every((key) => ['type', 'items', 'minItems'].includes(key))
  if (!isList || Number(plain.minItems ?? 0) > 1) return undefined
  const item: JsonSchema = { type: ['string', 'number', 'boolean', 'object'] }
  return { anyOf: [plain, plain.items === undefined ? item : { allOf: [item, plain.items] }] }
}

function resolveReference(schema: Json | undefined, root: JsonSchema, depth = 0): JsonSchema | undefined {
  if (!isObject(schema) || depth > MAX_WRAPPINGS) return undefined
  const keys = Object.keys(schema).filter((key) => !NOTES.includes(key) && key !== '$defs')
  if (keys.length !== 1) return schema
  if (typeof schema.$ref === 'string') return resolveReference(resolveRef(root, schema.$ref), root, depth + 1)
  if (Array.isArray(schema.allOf) && schema.allOf.length === 1)
    return resolveReference(schema.allOf[0], root, depth + 1)
  return schema
}

const MAX_WRAPPINGS = 8
