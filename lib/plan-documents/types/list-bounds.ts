import { isObject, type Json, type JsonSchema } from '../../json/json.ts'
import { resolveRef } from '../../json-schema/tree/schema-tree.ts'
import type { Shape } from './shape.ts'

export type ListBounds = { min: number; max?: number }

export function listBounds({ schema, documents }: Shape): ListBounds {
  const root = { $defs: { ...documents } }
  const open = new Set<JsonSchema>()
  const boundsOf = (each: Json | undefined): ListBounds => {
    if (!isObject(each) || open.has(each)) return { min: 0 }
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
          widest(values.filter(Array.isArray).map(({ length }) => ({ min: length, max: length }))),
        ),
    ]
    open.delete(each)
    const mosts = bounds.flatMap(({ max }) => max ?? [])
    const min = Math.max(...bounds.map((each) => each.min))
    return mosts.length > 0 ? { min, max: Math.min(...mosts) } : { min }
  }
  return boundsOf(schema)
}

function ownBounds({ minItems, maxItems, prefixItems, items }: JsonSchema): ListBounds {
  const min = typeof minItems === 'number' ? minItems : 0
  const fixed = items === false ? (Array.isArray(prefixItems) ? prefixItems.length : 0) : undefined
  const mosts = [maxItems, fixed].filter((each) => typeof each === 'number')
  return mosts.length > 0 ? { min, max: Math.min(...mosts) } : { min }
}

function widest(bounds: readonly ListBounds[]): ListBounds {
  if (bounds.length === 0) return { min: 0 }
  const min = Math.min(...bounds.map((each) => each.min))
  const isBounded = bounds.every(({ max }) => max !== undefined)
  return isBounded ? { min, max: Math.max(...bounds.map(({ max }) => max ?? 0)) } : { min }
}
