/**
 * How two schemas differ in what they accept, property by property.
 *
 * Ground, for servers. Soundness first: `less` is false only when everything the old schema accepted is
 * surely accepted by the new one, `more` is false only when nothing else is. What cannot be decided is both.
 * Lenient in one thing: a name that the old schema neither declared nor spoke of counts as free.
 * Source: specification "Contracts" §6.
 */

import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import { compile } from '../schema/compile.ts'
import { fingerprint, type PlainSchema, plainSchema } from '../schema/plain-schema.ts'
import {
  compareConstraints,
  compareRest,
  compareTypes,
  compareValues,
  hasKind,
  KINDS,
  type Side,
  undecided,
} from './compare-keywords.ts'
import { compareNotes, defaultOf } from './compare-notes.ts'
import type { Difference, Place } from './difference.ts'

/** Every difference between two canonical schemas, in the order of the new one's properties. */
export function compareSchemas(before: JsonSchema, after: JsonSchema): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const [a, b] = [compile(before), compile(after)]
  return new Comparison().compare(
    { compiled: a, schema: a.schema },
    { compiled: b, schema: b.schema },
    { pointer: '', field: '' },
  )
}

// References can make a small schema endlessly large; no honest contract has as many places.
const MOST_PLACES = 5_000

type Pair = { before: Side; after: Side; a: PlainSchema; b: PlainSchema; place: Place }

class Comparison {
  /** What is known of a pair of meanings, or null while it is being found out (types may contain themselves). */
  private readonly known = new Map<string, { more: boolean; less: boolean } | null>()
  private readonly meanings = new Map<JsonSchema, number>()
  private readonly texts = new Map<string, number>()
  private places = 0

  compare(before: Side, after: Side, place: Place): Difference[] {
    if (++this.places > MOST_PLACES) return [undecided(place)]
    const notes = compareNotes(before, after, place)
    const [old, now] = [this.meaningOf(before), this.meaningOf(after)]
    // Places of one meaning may have notes of their own; what is written the same way has the same ones.
    const words = old === now ? JSON.stringify([before.schema, after.schema]) : ''
    const pair = `${old} ${now} ${words}`
    if (this.known.has(pair)) return [...notes, ...again(this.known.get(pair), place)]
    this.known.set(pair, null)
    const found = this.compareMeaning(before, after, place, old === now)
    this.known.set(pair, { more: found.some(({ more }) => more), less: found.some(({ less }) => less) })
    return [...notes, ...found]
  }

  /** A number for each meaning: the texts themselves are long. */
  private meaningOf({ compiled, schema }: Side): number {
    const remembered = isObject(schema) ? this.meanings.get(schema) : undefined
    if (remembered !== undefined) return remembered
    const text = fingerprint(compiled.schema, schema)
    const meaning = this.texts.get(text) ?? this.texts.size
    this.texts.set(text, meaning)
    if (isObject(schema)) this.meanings.set(schema, meaning)
    return meaning
  }

  private compareMeaning(before: Side, after: Side, place: Place, isSame: boolean): Difference[] {
    const a = plainSchema(before.compiled.schema, before.schema)
    const b = plainSchema(after.compiled.schema, after.schema)
    const pair = { before, after, a, b, place }
    // The same meaning can still be described in other words, at any depth.
    if (isSame) return [...this.compareProperties(pair), ...this.compareItems(pair)].filter(isNote)
    const rest = compareRest(a, b, place)
    if (rest.some(({ kind }) => kind === 'undecided')) return rest
    const values = compareValues(a, b, before, after, place)
    if (values) return [...rest, ...values]
    const shared = KINDS.filter((kind) => hasKind(a.types, kind) && hasKind(b.types, kind))
    return [
      ...rest,
      ...compareTypes(a, b, place),
      ...compareConstraints(a.keywords, b.keywords, shared, place),
      ...(shared.includes('array') ? this.compareItems(pair) : []),
      ...(shared.includes('object') ? this.compareProperties(pair) : []),
    ]
  }

  private compareItems({ before, after, a, b, place }: Pair): Difference[] {
    const [first, second] = [listOf(a.keywords.prefixItems), listOf(b.keywords.prefixItems)]
    const positions = Array.from({ length: Math.max(first.length, second.length) + 1 }, (_, index) => index)
    return positions.flatMap((index) => {
      const [was, is] = [first[index] ?? a.keywords.items, second[index] ?? b.keywords.items]
      if (was === undefined && is === undefined) return []
      const path = index < second.length ? `/prefixItems/${index}` : '/items'
      const inside = { pointer: place.pointer + path, field: `${place.field}[]` }
      return this.compare({ ...before, schema: was ?? true }, { ...after, schema: is ?? true }, inside)
    })
  }

  private compareProperties(pair: Pair): Difference[] {
    const { before, after, a, b, place } = pair
    const [old, now] = [mapOf(a.keywords.properties), mapOf(b.keywords.properties)]
    const names = [...new Set([...Object.keys(now), ...Object.keys(old)])]
    const isMoved = names.some((name) => !Object.hasOwn(old, name) || !Object.hasOwn(now, name))
    // Where patterns count too, moving a name in or out of `properties` means something else.
    if (isMoved && Object.hasOwn(a.rest, 'patternProperties')) return [undecided(place)]
    const changes = names.flatMap((name) => {
      if (!Object.hasOwn(old, name)) return [this.added(pair, name, now[name] as Json)]
      if (!Object.hasOwn(now, name)) return [this.removed(pair, name, old[name] as Json)]
      return this.kept(pair, name, [old[name] as Json, now[name] as Json])
    })
    const [others, newOthers] = [a.keywords.additionalProperties, b.keywords.additionalProperties]
    const open = others === undefined && newOthers === undefined
    const elsewhere = { pointer: `${place.pointer}/additionalProperties`, field: fieldOf(place.field, '*') }
    const rest = open
      ? []
      : this.compare(
          { ...before, schema: others ?? true },
          { ...after, schema: newOthers ?? true },
          elsewhere,
        )
    return [...changes, ...rest, ...compareUndeclared(a.keywords, b.keywords, names, place)]
  }

  private kept({ before, after, a, b, place }: Pair, name: string, [was, is]: [Json, Json]): Difference[] {
    const at = propertyAt(place, name)
    const inside = this.compare({ ...before, schema: was }, { ...after, schema: is }, at)
    const [wasRequired, isRequired] = [isRequiredIn(a, name), isRequiredIn(b, name)]
    if (wasRequired === isRequired) return inside
    const kind = isRequired ? 'made-required' : 'made-optional'
    const hasDefault = defaultOf(after, is) !== undefined
    return [...inside, { kind, ...at, more: wasRequired, less: isRequired, hasDefault }]
  }

  private added({ before, after, a, b, place }: Pair, name: string, is: Json): Difference {
    const at = propertyAt(place, name)
    const isRequired = isRequiredIn(b, name)
    const hasDefault = defaultOf(after, is) !== undefined
    const shared = { kind: 'added' as const, ...at, isRequired, hasDefault }
    const allowed = spokenOf(a.keywords)
    if (allowed === undefined) return { ...shared, more: false, less: isRequired, narrows: false }
    if (allowed === false) return { ...shared, more: true, less: isRequired, narrows: false }
    const inside = this.compare({ ...before, schema: allowed }, { ...after, schema: is }, at)
    const narrows = inside.some(({ less }) => less)
    return { ...shared, more: inside.some(({ more }) => more), less: isRequired || narrows, narrows }
  }

  private removed({ before, after, a, b, place }: Pair, name: string, was: Json): Difference {
    const at = propertyAt(place, name)
    const isRequired = isRequiredIn(a, name)
    const others = b.keywords.additionalProperties ?? true
    const shared = { kind: 'removed' as const, ...at, isRequired }
    if (others === false) return { ...shared, more: isRequired, less: true }
    const inside = this.compare({ ...before, schema: was }, { ...after, schema: others }, at)
    return {
      ...shared,
      more: isRequired || inside.some(({ more }) => more),
      less: inside.some(({ less }) => less),
    }
  }
}

/** A pair that was compared elsewhere is named again only by its effect. */
function again(known: { more: boolean; less: boolean } | null | undefined, place: Place): Difference[] {
  return known && (known.more || known.less)
    ? [{ kind: 'constraint', ...place, ...known, keyword: '$ref' }]
    : []
}

function isNote({ kind }: Difference): boolean {
  return kind === 'text' || kind === 'default'
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
  return more || less ? [{ kind: 'constraint', ...place, keyword: 'required', more, less }] : []
}

function isRequiredIn({ keywords }: PlainSchema, name: string): boolean {
  return listOf(keywords.required).includes(name)
}

function propertyAt(place: Place, name: string): Place {
  return { pointer: place.pointer + toPointer(['properties', name]), field: fieldOf(place.field, name) }
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
