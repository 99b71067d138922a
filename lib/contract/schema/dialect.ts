/**
 * The dialects a schema may be written in, and the one it is kept in.
 *
 * Ground; also in the browser. Source: specification "Contracts" §1; JSON Schema 2020-12, Migrating from
 * Draft 7 (tuples) and Core §8.2.3.1 (what stands beside a `$ref`).
 */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../json/json-pointer.ts'
import { ownEntry } from '../json/own-entry.ts'
import { mapSchema } from './schema-tree.ts'

export const CANONICAL_DIALECT = 'https://json-schema.org/draft/2020-12/schema'

type Dialect = '2020-12' | 'draft-07'

// biome-ignore format: a table reads in rows
const DIALECTS: Record<string, Dialect | undefined> = {
  'json-schema.org/draft/2020-12/schema': '2020-12',
  // As "Skill Input/Output Contract Design" shortens it.
  'json-schema.org/draft/2020-12':        '2020-12',
  'json-schema.org/draft-07/schema':      'draft-07',
  'json-schema.org/draft-07':             'draft-07',
  // Everything draft-06 can say means the same in draft-07.
  'json-schema.org/draft-06/schema':      'draft-07',
}

/** The dialect that a `$schema` names; undefined when it is none we read. */
export function dialectOf($schema: Json | undefined): Dialect | undefined {
  if ($schema === undefined) return '2020-12'
  if (typeof $schema !== 'string') return undefined
  return ownEntry(DIALECTS, $schema.replace(/^https?:\/\//, '').replace(/#$/, ''))
}

/** The same schema in 2020-12, `$schema` included. Never changes its argument; a 2020-12 schema keeps its text. */
export function toCanonicalDialect(schema: JsonSchema): JsonSchema {
  const isOld = dialectOf(schema.$schema) === 'draft-07'
  const changed = mapSchema(schema, (each) =>
    withoutTuples(redirected(schema, isOld ? withoutRefSiblings(each) : each)),
  )
  if (Object.hasOwn(schema, '$schema')) return { ...changed, $schema: CANONICAL_DIALECT }
  return { $schema: CANONICAL_DIALECT, ...changed }
}

/** A reference into a tuple follows it to its new keyword. */
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

/** `items: […]` became `prefixItems`, and `additionalItems` became `items`. Read in every dialect: it is a common slip. */
function withoutTuples(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.items)) return schema
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (keyword === 'items') return [['prefixItems', value]]
    return keyword === 'additionalItems' ? [['items', value]] : [[keyword, value]]
  })
  return Object.fromEntries(entries)
}

// biome-ignore format: a table reads in rows
const BESIDE_REF = ['$ref', '$schema', '$comment', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly',
  'writeOnly', 'definitions', '$defs']

/** In draft-07 whatever stands beside a `$ref` is not asserted; notes for the reader are kept. */
function withoutRefSiblings(schema: JsonSchema): JsonSchema {
  const { $id, ...others } = schema
  // An $id of only a fragment is how draft-07 writes an anchor.
  const named = typeof $id === 'string' && $id.startsWith('#') ? { ...others, $anchor: $id.slice(1) } : schema
  if (typeof named.$ref !== 'string') return named
  return Object.fromEntries(Object.entries(named).filter(([keyword]) => BESIDE_REF.includes(keyword)))
}
