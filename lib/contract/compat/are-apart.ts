/**
 * Whether no value can be of both of two schemas, as far as a glance tells.
 *
 * Ground. Branches of a choice are mostly told apart by one property with a value of its own ("kind"), or by their
 * types; seeing that at once saves looking at every pair.
 */
import type { Json } from '../json/json.ts'
import { isListed } from './listed-values.ts'
import type { SchemaNode } from './schema-graph.ts'

export function areApart(a: SchemaNode, b: SchemaNode): boolean {
  if (haveOtherTypes(a, b) || haveOtherValues(a, b)) return true
  const marks = [a, b].map(({ own }) => new Set([own.required ?? []].flat().map(String)))
  // Only an object that has the property is told apart by it, and only if there can be nothing but objects.
  if (![a, b].some((each) => typesOf(each)?.join() === 'object')) return false
  return [...a.below].some(([place, one]) => {
    if (!place.startsWith('properties/')) return false
    const name = place.slice('properties/'.length)
    const other = b.below.get(place)
    return other !== undefined && marks.some((each) => each.has(name)) && haveOtherValues(one, other)
  })
}

function haveOtherTypes(a: SchemaNode, b: SchemaNode): boolean {
  const [one, other] = [typesOf(a), typesOf(b)]
  return one !== null && other !== null && !one.some((type) => other.includes(type))
}

function typesOf({ own }: SchemaNode): Json[] | null {
  if (own.type === undefined) return null
  return [own.type].flat().map((type) => (type === 'integer' ? 'number' : type))
}

function haveOtherValues(a: SchemaNode, b: SchemaNode): boolean {
  const [one, other] = [valuesOf(a), valuesOf(b)]
  return one !== null && other !== null && !one.some((value) => isListed(other, value))
}

function valuesOf({ own }: SchemaNode): Json[] | null {
  if (own.const !== undefined) return [own.const]
  return Array.isArray(own.enum) ? own.enum : null
}
