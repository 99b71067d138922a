/**
 * What is known of a value before it is there: a schema that it keeps, whatever it turns out to be.
 *
 * Ground; also in the browser. A shape's schema may be put together of parts of several documents. Each document is
 * kept once under `$defs`, with its references rewritten, so that a part can stand anywhere and still means the same.
 */
import type { Json, JsonSchema } from '../../json/json.ts'
import { sameText } from '../../json/json-equality.ts'
import { pointerKeys, toPointer } from '../../json/json-pointer.ts'
import { mapSchema, refTo, typesOf, walkSchema } from '../../schema/schema-tree.ts'

type Documents = Readonly<Record<string, JsonSchema>>

export type Shape = {
  /** `true` for whatever may come, `false` for what cannot be. */
  schema: Json
  documents: Documents
}

export const ANYTHING: Shape = { schema: true, documents: {} }

/** The shape of what keeps a schema in the canonical dialect. The same document gives the same shape again. */
export function shapeOf(root: JsonSchema): Shape {
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

/** A schema of our own that refers to nothing. */
export function plainShape(schema: Json): Shape {
  return { schema, documents: {} }
}

/** One document that says what the shape says. */
export function documentOf({ schema, documents }: Shape): JsonSchema {
  return { allOf: [schema], $defs: { ...documents } }
}

/** What keeps all of them. */
export function allOf(shapes: readonly Shape[]): Shape {
  return { schema: conjunction(shapes.map(({ schema }) => schema)), documents: documentsOf(shapes) }
}

/** What keeps any of them. */
export function anyOf(shapes: readonly Shape[]): Shape {
  return { schema: disjunction(shapes.map(({ schema }) => schema)), documents: documentsOf(shapes) }
}

export function documentsOf(shapes: readonly Shape[]): Documents {
  return Object.assign({}, ...shapes.map(({ documents }) => documents))
}

export function conjunction(schemas: readonly Json[]): Json {
  if (schemas.includes(false)) return false
  const telling = distinct(schemas.filter((each) => each !== true))
  return telling.length > 1 ? { allOf: telling } : (telling[0] ?? true)
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
  const place = (ref: string): string => {
    if (!ref.startsWith('#')) return ref
    const fragment = decode(ref.slice(1))
    const pointer = fragment === '' || fragment.startsWith('/') ? fragment : anchors.get(fragment)
    return pointer === undefined ? ref : refTo(toPointer(['$defs', key, ...pointerKeys(pointer)]))
  }
  return mapSchema(root, (schema) => {
    const { $id, $schema, $anchor, $dynamicAnchor, $ref, $dynamicRef, nullable, ...rest } = schema
    const references = [$ref, $dynamicRef].filter((each) => typeof each === 'string').map(place)
    const types = typesOf(schema)
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

/** Whole numbers that are not kept exactly are none here: see `compile-with.ts`. */
function exactBounds({ minimum, maximum }: JsonSchema): JsonSchema {
  const most = Number.MAX_SAFE_INTEGER
  return {
    minimum: Math.max(-most, typeof minimum === 'number' ? minimum : -most),
    maximum: Math.min(most, typeof maximum === 'number' ? maximum : most),
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
