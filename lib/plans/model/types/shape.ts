/** What is known about a value before it exists, as a JSON Schema. Parts of several documents are under `$defs`. */

import { listTypes, mapSchema, refTo, walkSchema } from '../../../json-schema/tree/schema-tree.ts'
import { type Json, type JsonSchema, sameText } from '../../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../../kernel/json/json-pointer.ts'
import type { Reference } from '../document/reference.ts'

type Documents = Readonly<Record<string, JsonSchema>>

export type Shape = {
  /** `true` for any value, `false` for none. */
  schema: Json
  documents: Documents
}

export const ANY_SHAPE: Shape = { schema: true, documents: {} }

export function toShape(root: JsonSchema): Shape {
  const known = embedded.get(root)
  if (known) return known
  const key = `d${count++}`
  const schema = withinDocument(root, key)
  const shape = { schema, documents: { [key]: schema } }
  embedded.set(root, shape)
  return shape
}

const embedded = new WeakMap<JsonSchema, Shape>()
let count = 0

export function plainShape(schema: Json): Shape {
  return { schema, documents: {} }
}

export function shapeDocument({ schema, documents }: Shape): JsonSchema {
  return { allOf: [schema], $defs: { ...documents } }
}

export function mergeShapes(shapes: readonly Shape[]): Shape {
  return { schema: conjunction(shapes.map(({ schema }) => schema)), documents: mergeDocuments(shapes) }
}

export function mergeDocuments(shapes: readonly Shape[]): Documents {
  return Object.assign({}, ...shapes.map(({ documents }) => documents))
}

export function conjunction(schemas: readonly Json[]): Json {
  if (schemas.includes(false)) return false
  const restrictive = distinct(schemas.filter((each) => each !== true))
  return restrictive.length > 1 ? { allOf: restrictive } : (restrictive[0] ?? true)
}

export function disjunction(schemas: readonly Json[]): Json {
  if (schemas.includes(true)) return true
  const possible = distinct(schemas.filter((each) => each !== false))
  return possible.length > 1 ? { anyOf: possible } : (possible[0] ?? false)
}

function distinct(schemas: readonly Json[]): Json[] {
  if (schemas.length < 2) return [...schemas]
  return [...new Map(schemas.map((each) => [sameText(each), each])).values()]
}

function withinDocument(root: JsonSchema, key: string): JsonSchema {
  const anchors = new Map<string, string>()
  walkSchema(root, ({ $anchor, $dynamicAnchor }, pointer) => {
    for (const name of [$anchor, $dynamicAnchor])
      if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, pointer)
  })
  const rewriteRef = (ref: string): string => {
    if (!ref.startsWith('#')) return ref
    const fragment = decode(ref.slice(1))
    const pointer = fragment === '' || fragment.startsWith('/') ? fragment : anchors.get(fragment)
    return pointer === undefined ? ref : refTo(toPointer(['$defs', key, ...pointerKeys(pointer)]))
  }
  return mapSchema(root, (schema) => {
    const { $id, $schema, $anchor, $dynamicAnchor, $ref, $dynamicRef, nullable, ...rest } = schema
    const references = [$ref, $dynamicRef].filter((each) => typeof each === 'string').map(rewriteRef)
    const types = listTypes(schema)
    const isNullable = nullable === true && types.length > 0 && !types.includes('null')
    return {
      ...rest,
      ...(isNullable && { type: [...types, 'null'] }),
      ...(types.includes('integer') && !types.includes('number') && exactBounds(rest)),
      ...(references[0] !== undefined && { $ref: references[0] }),
      ...(references[1] !== undefined && {
        allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), { $ref: references[1] }],
      }),
    }
  })
}

function exactBounds({ minimum, maximum }: JsonSchema): JsonSchema {
  const maxExact = Number.MAX_SAFE_INTEGER
  return {
    minimum: Math.max(-maxExact, typeof minimum === 'number' ? minimum : -maxExact),
    maximum: Math.min(maxExact, typeof maximum === 'number' ? maximum : maxExact),
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

type Parts = readonly (string | Reference)[]

/** Returns the shape of a text with references in it, as far as its length tells. */
export function shapeOfMixed(parts: Parts): Shape {
  return plainShape({ type: 'string', minLength: [...formatLiteralText(parts)].length })
}

// Longer patterns are too costly for the solver.
const LONGEST_PATTERN = 200

export function patternOfMixed(parts: Parts): Shape {
  if (formatLiteralText(parts).length > LONGEST_PATTERN) return shapeOfMixed(parts)
  const pattern = parts.map((part) => (typeof part === 'string' ? escapeRegExp(part) : '[\\s\\S]*')).join('')
  return plainShape({ type: 'string', pattern: `^${pattern}$` })
}

function formatLiteralText(parts: Parts): string {
  return parts.filter((part) => typeof part === 'string').join('')
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
