/** How long the lists of a shape are. Ground; also in the browser. */
import { isObject, type Json, type JsonSchema } from '../../json/json.ts'
import { resolveRef } from '../../schema/schema-tree.ts'
import type { Shape } from './shape.ts'

/** `most` is absent where nothing sets a bound. */
export type Bounds = { least: number; most?: number }

export function listBounds({ schema, documents }: Shape): Bounds {
  const root = { $defs: { ...documents } }
  const open = new Set<JsonSchema>()
  const boundsOf = (each: Json | undefined): Bounds => {
    if (!isObject(each) || open.has(each)) return { least: 0 }
    open.add(each)
    const { $ref, allOf, anyOf, oneOf } = each
    const bounds = [
      ownBounds(each),
      ...(typeof $ref === 'string' ? [boundsOf(resolveRef(root, $ref))] : []),
      ...(Array.isArray(allOf) ? allOf.map(boundsOf) : []),
      ...[anyOf, oneOf].filter(Array.isArray).map((branches) => widest(branches.map(boundsOf))),
      ...[each.enum, Object.hasOwn(each, 'const') ? [each.const as Json] : undefined]
        .filter(Array.isArray)
        .map((values) =>
          widest(values.filter(Array.isArray).map(({ length }) => ({ least: length, most: length }))),
        ),
    ]
    open.delete(each)
    const mosts = bounds.flatMap(({ most }) => most ?? [])
    const least = Math.max(...bounds.map((each) => each.least))
    return mosts.length > 0 ? { least, most: Math.min(...mosts) } : { least }
  }
  return boundsOf(schema)
}

function ownBounds({ minItems, maxItems, prefixItems, items }: JsonSchema): Bounds {
  const least = typeof minItems === 'number' ? minItems : 0
  const fixed = items === false ? (Array.isArray(prefixItems) ? prefixItems.length : 0) : undefined
  const mosts = [maxItems, fixed].filter((each) => typeof each === 'number')
  return mosts.length > 0 ? { least, most: Math.min(...mosts) } : { least }
}

function widest(bounds: readonly Bounds[]): Bounds {
  if (bounds.length === 0) return { least: 0 }
  const least = Math.min(...bounds.map((each) => each.least))
  const isBounded = bounds.every(({ most }) => most !== undefined)
  return isBounded ? { least, most: Math.max(...bounds.map(({ most }) => most ?? 0)) } : { least }
}
