/** The ways in which a list or an object can be another one than a given. Ground. */
import { isObject, type Json } from '../json/json.ts'
import type { Goal, Literal } from './clause.ts'
import type { SchemaGraph } from './schema-graph.ts'

/** Every list or object but `value` is one of these, and `value` is none of them. */
export function waysApart(value: Json, graph: SchemaGraph): Literal[][] {
  const otherThan = (each: Json): Goal => ({
    node: graph.fresh({ enum: [each] }),
    holds: false,
    isNew: false,
  })
  if (Array.isArray(value)) {
    return [
      longer(value.length),
      ...shorter(value.length),
      ...value.map((each, at): Literal[] => [{ is: 'item', at, goal: otherThan(each) }]),
    ]
  }
  if (!isObject(value)) return []
  return [
    longer(Object.keys(value).length),
    ...Object.keys(value).map((name): Literal[] => [{ is: 'lacks', name }]),
    ...Object.entries(value).map(([name, each]): Literal[] => [
      { is: 'has', name },
      { is: 'field', name, goal: otherThan(each) },
    ]),
  ]
}

function longer(size: number): Literal[] {
  return [{ is: 'size', least: size + 1, most: Infinity }]
}

function shorter(size: number): Literal[][] {
  return size > 0 ? [[{ is: 'size', least: 0, most: size - 1 }]] : []
}
