/** How two objects differ in their properties. Ground, for servers. */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import type { PlainSchema } from '../schema/plain-schema.ts'
import { defaultOf } from './compare-notes.ts'
import type { Comparer, Places } from './comparer.ts'
import type { Difference, Place } from './difference.ts'

export function compareProperties(comparison: Comparer, places: Places): Difference[] {
  const { before, after, a, b, place } = places
  const [old, now] = [mapOf(a.keywords.properties), mapOf(b.keywords.properties)]
  const names = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  const changes = names.flatMap((name) => {
    if (!Object.hasOwn(old, name)) return [added(comparison, places, name, now[name] as Json)]
    if (!Object.hasOwn(now, name)) return [removed(comparison, places, name, old[name] as Json)]
    return kept(comparison, places, name, [old[name] as Json, now[name] as Json])
  })
  const [others, newOthers] = [a.keywords.additionalProperties, b.keywords.additionalProperties]
  const isOpen = others === undefined && newOthers === undefined
  const elsewhere: Place = {
    pointer: `${place.pointer}/additionalProperties`,
    field: fieldOf(place.field, '*'),
    path: [...place.path, { someProperty: true }],
  }
  const rest = isOpen
    ? []
    : comparison.compare(
        { ...before, schema: others ?? true },
        { ...after, schema: newOthers ?? true },
        elsewhere,
      )
  return [...changes, ...rest, ...compareUndeclared(a.keywords, b.keywords, names, place)]
}

function kept(
  comparison: Comparer,
  { before, after, a, b, place }: Places,
  name: string,
  [was, is]: [Json, Json],
): Difference[] {
  const at = propertyAt(place, name)
  const inside = comparison.compare({ ...before, schema: was }, { ...after, schema: is }, at)
  const [wasRequired, isRequired] = [isRequiredIn(a, name), isRequiredIn(b, name)]
  if (wasRequired === isRequired) return inside
  const kind = isRequired ? 'made-required' : 'made-optional'
  const hasDefault = defaultOf(after, is) !== undefined
  return [...inside, { kind, ...at, more: wasRequired, less: isRequired, hasDefault }]
}

function added(comparison: Comparer, { after, a, b, place }: Places, name: string, is: Json): Difference {
  const at = propertyAt(place, name)
  const isRequired = isRequiredIn(b, name)
  const hasDefault = defaultOf(after, is) !== undefined
  const shared = { kind: 'added' as const, ...at, isRequired, hasDefault }
  const allowed = spokenOf(a.keywords)
  if (allowed === undefined) return { ...shared, more: false, less: isRequired, narrows: false }
  // A list that was complete: an input takes more, and an output's list may grow.
  if (allowed === false) return { ...shared, more: true, less: isRequired, narrows: false }
  const { less, more } = comparison.verdictOf(allowed, is)
  const narrows = (comparison.direction === 'input' ? less : more) !== 'no'
  return { ...shared, more: more !== 'no', less: isRequired || less !== 'no', narrows }
}

function removed(comparison: Comparer, { a, b, place }: Places, name: string, was: Json): Difference {
  const at = propertyAt(place, name)
  const isRequired = isRequiredIn(a, name)
  const others = b.keywords.additionalProperties ?? true
  const shared = { kind: 'removed' as const, ...at, isRequired }
  const { less, more } = comparison.verdictOf(was, others)
  return { ...shared, more: isRequired || more !== 'no', less: less !== 'no' }
}

/** What undeclared properties may hold; undefined when a schema that lists its fields is open only by default. */
function spokenOf({ properties, additionalProperties }: JsonSchema): Json | undefined {
  if (additionalProperties !== undefined) return additionalProperties
  return Object.keys(mapOf(properties)).length > 0 ? undefined : true
}

/** Names that are required without being declared. */
function compareUndeclared(
  a: JsonSchema,
  b: JsonSchema,
  declared: readonly string[],
  place: Place,
): Difference[] {
  const [old, now] = [listOf(a.required), listOf(b.required)]
  const isUndeclared = (name: Json) => !declared.some((each) => each === name)
  const [more, less] = [
    old.some((name) => isUndeclared(name) && !now.includes(name)),
    now.some((name) => isUndeclared(name) && !old.includes(name)),
  ]
  const values = { ...(old.length > 0 && { before: old }), ...(now.length > 0 && { after: now }) }
  return more || less ? [{ kind: 'constraint', ...place, keyword: 'required', ...values, more, less }] : []
}

function isRequiredIn({ keywords }: PlainSchema, name: string): boolean {
  return listOf(keywords.required).includes(name)
}

function propertyAt(place: Place, name: string): Place {
  return {
    pointer: place.pointer + toPointer(['properties', name]),
    field: fieldOf(place.field, name),
    path: [...place.path, { property: name }],
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
