/**
 * A document of several resources, anchors and dynamic references, as one with nothing but `#/…` references.
 *
 * Ground. What a `$dynamicRef` means depends on the way that led to it, so a schema is copied once for every set
 * of dynamic anchors it can be reached with; there are finitely many. Used for conformance runs: a contract is
 * one resource to begin with. Source: JSON Schema 2020-12 Core §7.1, §8.2.
 */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { valueAt } from '../json/json-pointer.ts'
import { mapMembers, walkSchema } from './schema-tree.ts'

type Resource = {
  uri: string
  root: Json
  anchors: Map<string, JsonSchema>
  dynamic: Map<string, JsonSchema>
}

/** For each dynamic anchor that was passed on the way, the outermost schema of that name. */
type Scope = ReadonlyMap<string, JsonSchema>

// A reference no document can be written for; documents without a name of their own get one.
const NAMELESS = 'guildhall:nameless/'
const MOST_COPIES = 20_000

/** Throws a sentence when a reference leads out of `document` and of `others`, which are named by their keys. */
export function toOneResource(document: JsonSchema, others: Record<string, JsonSchema> = {}): JsonSchema {
  const resources = new Map<string, Resource>()
  const homes = new Map<Json, Resource>()
  for (const [uri, each] of Object.entries(others)) addResources(each, uri, resources, homes)
  const home = addResources(document, NAMELESS, resources, homes)

  const copies: Json[] = []
  const places = new Map<Json, Map<string, string>>()
  const numbers = new Map<Json, number>()
  const numberOf = (schema: Json) => {
    const number = numbers.get(schema) ?? numbers.size
    numbers.set(schema, number)
    return number
  }

  function place(schema: Json, at: Resource, outer: Scope): string {
    const scope = new Map([...at.dynamic, ...outer])
    const key = [...scope].map(([name, each]) => `${name} ${numberOf(each)}`).join()
    const known = places.get(schema) ?? new Map<string, string>()
    places.set(schema, known)
    const place = known.get(key) ?? `#/$defs/${copies.push(true) - 1}`
    if (known.has(key)) return place
    if (copies.length > MOST_COPIES) throw new Error('its references branch too often')
    known.set(key, place)
    copies[Number(place.slice('#/$defs/'.length))] = isObject(schema) ? copy(schema, at, scope) : schema
    return place
  }

  function copy(schema: JsonSchema, at: Resource, scope: Scope): JsonSchema {
    const { $id, $anchor, $dynamicAnchor, $defs, definitions, $ref, $dynamicRef, ...own } = schema
    const copied = mapMembers(own, (member) => {
      if (!isObject(member)) return member
      const home = homes.get(member)
      // A resource inside this one widens the scope, so it is copied by itself.
      return home?.root === member ? { $ref: place(member, home, scope) } : copy(member, at, scope)
    })
    const targets = [
      ...(typeof $ref === 'string' ? [find($ref, at, scope, false)] : []),
      ...(typeof $dynamicRef === 'string' ? [find($dynamicRef, at, scope, true)] : []),
    ].map((target) => ({ $ref: target }))
    if (targets.length < 2) return { ...copied, ...targets[0] }
    return { ...copied, allOf: [...(Array.isArray(copied.allOf) ? copied.allOf : []), ...targets] }
  }

  function find(ref: string, at: Resource, scope: Scope, isDynamic: boolean): string {
    const [uri = '', fragment = ''] = resolveUri(ref, at.uri).split('#')
    const resource = resources.get(uri)
    const anchor = decode(fragment)
    const isName = anchor !== '' && !anchor.startsWith('/')
    const target = isName ? resource?.anchors.get(anchor) : valueAt(resource?.root, anchor)
    if (!resource || target === undefined) throw new Error(`can't resolve reference ${ref}`)
    const outermost = isDynamic && isName && resource.dynamic.has(anchor) ? scope.get(anchor) : undefined
    const found = outermost ?? target
    return place(found, homes.get(found) ?? resource, scope)
  }

  const $ref = place(document, home, new Map())
  return { $ref, $defs: Object.fromEntries(copies.entries()) }
}

/** Takes in a document: every resource inside it by its address, every schema with the resource it stands in. */
function addResources(
  document: JsonSchema,
  uri: string,
  resources: Map<string, Resource>,
  homes: Map<Json, Resource>,
): Resource {
  const byPointer: [pointer: string, resource: Resource][] = []
  walkSchema(document, (schema, pointer) => {
    const around = byPointer.findLast(
      ([above]) => pointer.startsWith(above) && /^(\/|$)/.test(pointer.slice(above.length)),
    )?.[1]
    const name =
      typeof schema.$id === 'string' ? resolveUri(schema.$id, around?.uri ?? uri).split('#')[0] : undefined
    let home = around
    if (!around || (name !== undefined && name !== around.uri)) {
      home = { uri: name ?? uri, root: schema, anchors: new Map(), dynamic: new Map() }
      byPointer.push([pointer, home])
      resources.set(home.uri, home)
    }
    if (!home) return
    homes.set(schema, home)
    for (const keyword of ['$anchor', '$dynamicAnchor'] as const) {
      const anchor = schema[keyword]
      if (typeof anchor !== 'string') continue
      home.anchors.set(anchor, schema)
      if (keyword === '$dynamicAnchor') home.dynamic.set(anchor, schema)
    }
  })
  return homes.get(document) as Resource
}

function resolveUri(ref: string, base: string): string {
  try {
    return new URL(ref, base).href
  } catch {
    // "urn:…" and the like are no base for anything but a fragment.
    return ref.startsWith('#') ? base.split('#')[0] + ref : ref
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Whether anything in it has to be looked up by a name, rather than by its place. */
export function needsResolving(schema: JsonSchema): boolean {
  let isNamed = false
  walkSchema(schema, ({ $id, $anchor, $dynamicAnchor, $dynamicRef, $ref }) => {
    isNamed ||= [$id, $anchor, $dynamicAnchor, $dynamicRef].some((each) => each !== undefined)
    isNamed ||= typeof $ref === 'string' && !/^#(\/|$)/.test($ref)
  })
  return isNamed
}
