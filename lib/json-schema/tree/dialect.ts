/** See docs/spec/contracts.md §1; JSON Schema 2020-12, "Migrating from Draft 7", and Core §8.2.3.1. */
import { isObject, type Json, type JsonSchema, ownEntry } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import { listTypes, mapSchema } from './schema-tree.ts'

export const CANONICAL_DIALECT = 'https://json-schema.org/draft/2020-12/schema'

type Dialect = '2020-12' | 'draft-07'

// biome-ignore format: table
const DIALECTS: Record<string, Dialect | undefined> = {
  'json-schema.org/draft/2020-12/schema': '2020-12',
  'json-schema.org/draft/2020-12':        '2020-12',
  'json-schema.org/draft-07/schema':      'draft-07',
  'json-schema.org/draft-07':             'draft-07',
  'json-schema.org/draft-06/schema':      'draft-07',
}

export function findDialect($schema: Json | undefined): Dialect | undefined {
  if ($schema === undefined) return '2020-12'
  if (typeof $schema !== 'string') return undefined
  return ownEntry(DIALECTS, $schema.replace(/^https?:\/\//, '').replace(/#$/, ''))
}

export function toCanonicalDialect(schema: JsonSchema): JsonSchema {
  const isOld = findDialect(schema.$schema) === 'draft-07'
  const changed = mapSchema(schema, (each) =>
    withoutTuples(redirected(schema, isOld ? withoutRefSiblings(each) : each)),
  )
  if (Object.hasOwn(schema, '$schema')) return { ...changed, $schema: CANONICAL_DIALECT }
  return { $schema: CANONICAL_DIALECT, ...changed }
}

function redirected(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const { $ref } = schema
  if (typeof $ref !== 'string' || !/^#\/.*(items|additionalItems)/.test($ref)) return schema
  let pointer = ''
  const keys = pointerKeys($ref).map((key) => {
    const parent = valueAt(root, pointer)
    pointer += toPointer([key])
    const isTuple = isObject(parent) && Array.isArray(parent.items)
    if (!isTuple) return key
    return key === 'items' ? 'prefixItems' : key === 'additionalItems' ? 'items' : key
  })
  return { ...schema, $ref: `#${toPointer(keys)}` }
}

/** A common mistake in every dialect. */
function withoutTuples(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.items)) return schema
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (keyword === 'items') return [['prefixItems', value]]
    return keyword === 'additionalItems' ? [['items', value]] : [[keyword, value]]
  })
  return Object.fromEntries(entries)
}

// biome-ignore format: table
const BESIDE_REF = ['$ref', '$schema', '$comment', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly',
  'writeOnly', 'definitions', '$defs']

/** Draft-07 ignores keywords beside `$ref`; annotations stay. */
function withoutRefSiblings(schema: JsonSchema): JsonSchema {
  const named = withoutFragmentId(schema)
  if (typeof named.$ref !== 'string') return named
  return Object.fromEntries(Object.entries(named).filter(([keyword]) => BESIDE_REF.includes(keyword)))
}

/**
 * In draft-07 an `$id` such as "#name" is an anchor. One such as "#/properties/name", which generators write, names
 * nothing: references with that text are pointers.
 */
export function withoutFragmentId(schema: JsonSchema): JsonSchema {
  const { $id, ...others } = schema
  if (typeof $id !== 'string' || !$id.startsWith('#') || $id === '#') return schema
  return ANCHOR.test($id.slice(1)) ? { ...others, $anchor: $id.slice(1) } : others
}

const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._]*$/

/** OpenAPI's `nullable` has no effect without a `type`. */
export function withoutNullable(schema: JsonSchema): JsonSchema {
  if (schema.nullable === undefined) return schema
  const { nullable, ...others } = schema
  const types = listTypes(others)
  if (nullable !== true || types.length === 0 || types.includes('null')) return others
  return { ...others, type: [...types, 'null'] }
}

// These may evaluate items too, as may references.
// biome-ignore format: list
const MAY_EVALUATE_ITEMS = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'contains', 'dependentSchemas', 'dependencies', 'items']

/** `unevaluatedItems` means `items` where nothing else can evaluate an item. */
export function withoutPlainUnevaluated(schema: JsonSchema): JsonSchema {
  const { unevaluatedItems, ...others } = schema
  if (unevaluatedItems === undefined || MAY_EVALUATE_ITEMS.some((keyword) => schema[keyword] !== undefined))
    return schema
  return { ...others, items: unevaluatedItems }
}
