import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { unconditional } from '../tree/schema-tree.ts'
import type { ComparedSide } from './compare-keywords.ts'
import type { Comparer, Difference, DifferenceLocation, NodePair } from './difference.ts'
import type { PlainSchema } from './plain-schema.ts'

export function compareProperties(comparison: Comparer, nodePair: NodePair): Difference[] {
  const { before, after, a, b, location } = nodePair
  const [old, now] = [mapOf(a.keywords.properties), mapOf(b.keywords.properties)]
  const names = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  const changes = names.flatMap((name) => {
    if (!Object.hasOwn(old, name)) return [added(comparison, nodePair, name, now[name] as Json)]
    if (!Object.hasOwn(now, name)) return [removed(comparison, nodePair, name, old[name] as Json)]
    return comparedProperty(comparison, nodePair, name, [old[name] as Json, now[name] as Json])
  })
  const [others, newOthers] = [a.keywords.additionalProperties, b.keywords.additionalProperties]
  const isOpen = others === undefined && newOthers === undefined
  const elsewhere: DifferenceLocation = {
    pointer: `${location.pointer}/additionalProperties`,
    field: fieldOf(location.field, '*'),
    path: [...location.path, { someProperty: true }],
  }
  const rest = isOpen
    ? []
    : comparison.compare(
        { ...before, schema: others ?? true },
        { ...after, schema: newOthers ?? true },
        elsewhere,
      )
  return [...changes, ...rest, ...compareUndeclared(a.keywords, b.keywords, names, location)]
}

function comparedProperty(
  comparison: Comparer,
  { before, after, a, b, location }: NodePair,
  name: string,
  [was, is]: [Json, Json],
): Difference[] {
  const at = propertyLocation(location, name)
  const inside = comparison.compare({ ...before, schema: was }, { ...after, schema: is }, at)
  const [wasRequired, isRequired] = [isRequiredIn(a, name), isRequiredIn(b, name)]
  if (wasRequired === isRequired) return inside
  const kind = isRequired ? 'made-required' : 'made-optional'
  const hasDefault = defaultIn(after, is) !== undefined
  return [...inside, { kind, ...at, more: wasRequired, less: isRequired, hasDefault }]
}

function added(
  comparison: Comparer,
  { after, a, b, location }: NodePair,
  name: string,
  is: Json,
): Difference {
  const at = propertyLocation(location, name)
  const isRequired = isRequiredIn(b, name)
  const hasDefault = defaultIn(after, is) !== undefined
  const shared = { kind: 'added' as const, ...at, isRequired, hasDefault }
  const allowed = spokenOf(a.keywords)
  if (allowed === undefined) return { ...shared, more: false, less: isRequired, narrows: false }
  // The input accepts more, and an output's properties may grow.
  if (allowed === false) return { ...shared, more: true, less: isRequired, narrows: false }
  const { less, more } = comparison.verdictOf(allowed, is)
  const narrows = (comparison.direction === 'input' ? less : more) !== 'no'
  return { ...shared, more: more !== 'no', less: isRequired || less !== 'no', narrows }
}

function removed(comparison: Comparer, { a, b, location }: NodePair, name: string, was: Json): Difference {
  const at = propertyLocation(location, name)
  const isRequired = isRequiredIn(a, name)
  const others = b.keywords.additionalProperties ?? true
  const shared = { kind: 'removed' as const, ...at, isRequired }
  const { less, more } = comparison.verdictOf(was, others)
  return { ...shared, more: isRequired || more !== 'no', less: less !== 'no' }
}

function spokenOf({ properties, additionalProperties }: JsonSchema): Json | undefined {
  if (additionalProperties !== undefined) return additionalProperties
  return Object.keys(mapOf(properties)).length > 0 ? undefined : true
}

function compareUndeclared(
  a: JsonSchema,
  b: JsonSchema,
  declared: readonly string[],
  location: DifferenceLocation,
): Difference[] {
  const [old, now] = [listOf(a.required), listOf(b.required)]
  const isUndeclared = (name: Json) => !declared.some((each) => each === name)
  const [more, less] = [
    old.some((name) => isUndeclared(name) && !now.includes(name)),
    now.some((name) => isUndeclared(name) && !old.includes(name)),
  ]
  const values = { ...(old.length > 0 && { before: old }), ...(now.length > 0 && { after: now }) }
  return more || less ? [{ kind: 'constraint', ...location, keyword: 'required', ...values, more, less }] : []
}

function isRequiredIn({ keywords }: PlainSchema, name: string): boolean {
  return listOf(keywords.required).includes(name)
}

function propertyLocation(location: DifferenceLocation, name: string): DifferenceLocation {
  return {
    pointer: location.pointer + toPointer(['properties', name]),
    field: fieldOf(location.field, name),
    path: [...location.path, { property: name }],
  }
}

function fieldOf(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function mapOf(value: Json | undefined): JsonSchema {
  return isObject(value) ? value : {}
}

const NOTES = ['title', 'description', 'examples'] as const

export function compareNotes(
  before: ComparedSide,
  after: ComparedSide,
  location: DifferenceLocation,
): Difference[] {
  const [was, is] = [defaultIn(before, before.schema), defaultIn(after, after.schema)]
  const changes: Difference[] = []
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    const values = { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }
    changes.push({
      kind: 'default',
      ...location,
      pointer: `${location.pointer}/default`,
      more: false,
      less: false,
      ...values,
    })
  }
  const [old, now] = [before, after].map(({ schema }) => (isObject(schema) ? schema : {}))
  for (const keyword of NOTES) {
    if (JSON.stringify(old?.[keyword]) === JSON.stringify(now?.[keyword])) continue
    changes.push({
      kind: 'text',
      ...location,
      pointer: `${location.pointer}/${keyword}`,
      keyword,
      more: false,
      less: false,
    })
  }
  return changes
}

function defaultIn({ root }: ComparedSide, schema: Json | undefined): Json | undefined {
  return unconditional(root, schema).find((each) => each.default !== undefined)?.default
}
