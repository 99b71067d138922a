/** Recognises branches that no value matches both of, by their types and constant properties ("kind"). Comparing all pairs by search would take too long. */
import { type Json, type JsonSchema, sameText } from '../../kernel/json/json.ts'
import type { SchemaNode } from './schema-graph.ts'

export function areDisjoint(a: SchemaNode, b: SchemaNode): boolean {
  const [one, other] = [glanceAt(a), glanceAt(b)]
  if (one.types && other.types && !one.types.some((type) => other.types?.includes(type))) return true
  if (one.values && other.values && haveNothingInCommon(one.values, other.values)) return true
  if (![one, other].some(({ types }) => types?.join() === 'object')) return false
  for (const [name, values] of one.marks) {
    const others = other.marks.get(name)
    const isRequired = one.required.has(name) || other.required.has(name)
    if (others && isRequired && haveNothingInCommon(values, others)) return true
  }
  return false
}

type Glance = {
  types: Json[] | null
  values: Set<string> | null
  required: Set<Json>
  marks: Map<string, Set<string>>
}

const glances = new WeakMap<SchemaNode, Glance>()

function glanceAt(node: SchemaNode): Glance {
  const known = glances.get(node)
  if (known) return known
  const { own, below } = node
  const marks = [...below].flatMap(([location, { own: inside }]): [string, Set<string>][] => {
    const values = location.startsWith('properties/') ? listValues(inside) : null
    return values ? [[location.slice('properties/'.length), values]] : []
  })
  const glance = {
    types:
      own.type === undefined ? null : [own.type].flat().map((type) => (type === 'integer' ? 'number' : type)),
    values: listValues(own),
    required: new Set([own.required ?? []].flat()),
    marks: new Map(marks),
  }
  glances.set(node, glance)
  return glance
}

function haveNothingInCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  for (const each of few) if (many.has(each)) return false
  return true
}

function listValues(own: JsonSchema): Set<string> | null {
  const values = own.const === undefined ? own.enum : [own.const]
  return Array.isArray(values) ? new Set(values.map(sameText)) : null
}
