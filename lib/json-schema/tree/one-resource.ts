/**
 * Leaves only `#/…` references, for conformance runs: makes a copy for each set of dynamic anchors in scope. See JSON
 * Schema 2020-12 Core §7.1, §8.2.
 */
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { mapMembers, walkSchema } from './schema-tree.ts'

type Resource = {
  uri: string
  root: Json
  anchors: Map<string, JsonSchema>
  dynamic: Map<string, JsonSchema>
}

type Scope = ReadonlyMap<string, JsonSchema>

// No reference can name this URI.
const NAMELESS = 'guildhall:nameless/'
const MAX_COPIES = 20_000

export function toOneResource(document: JsonSchema, others: Record<string, JsonSchema> = {}): JsonSchema {
  const resources = new Map<string, Resource>()
  const homes = new Map<Json, Resource>()
  for (const [uri, each] of Object.entries(others)) addResources(each, uri, resources, homes)
  const rootResource = addResources(document, NAMELESS, resources, homes)

  const copies: Json[] = []
  const refsBySchema = new Map<Json, Map<string, string>>()
  const numberOf = openNumbering()

  function refToCopy(schema: Json, at: Resource, outer: Scope): string {
    const scope = new Map([...at.dynamic, ...outer])
    const key = [...scope].map(([name, each]) => `${name} ${numberOf(each)}`).join()
    const known = refsBySchema.get(schema) ?? new Map<string, string>()
    refsBySchema.set(schema, known)
    const ref = known.get(key) ?? `#/$defs/${copies.push(true) - 1}`
    if (known.has(key)) return ref
    if (copies.length > MAX_COPIES) throw new Error('its references branch too often')
    known.set(key, ref)
    copies[Number(ref.slice('#/$defs/'.length))] = isObject(schema) ? copy(schema, at, scope) : schema
    return ref
  }

  function copy(schema: JsonSchema, at: Resource, scope: Scope): JsonSchema {
    const { $id, $anchor, $dynamicAnchor, $defs, definitions, $ref, $dynamicRef, ...own } = schema
    const copied = mapMembers(own, (member) => {
      if (!isObject(member)) return member
      const memberResource = homes.get(member)
      return memberResource?.root === member
        ? { $ref: refToCopy(member, memberResource, scope) }
        : copy(member, at, scope)
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
    return refToCopy(found, homes.get(found) ?? resource, scope)
  }

  const $ref = refToCopy(document, rootResource, new Map())
  return { $ref, $defs: Object.fromEntries(copies.entries()) }
}

function openNumbering(): (schema: Json) => number {
  const numbers = new Map<Json, number>()
  return (schema) => {
    const number = numbers.get(schema) ?? numbers.size
    numbers.set(schema, number)
    return number
  }
}

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
    let current = around
    if (!around || (name !== undefined && name !== around.uri)) {
      current = { uri: name ?? uri, root: schema, anchors: new Map(), dynamic: new Map() }
      byPointer.push([pointer, current])
      resources.set(current.uri, current)
    }
    if (!current) return
    homes.set(schema, current)
    for (const keyword of ['$anchor', '$dynamicAnchor'] as const) {
      const anchor = schema[keyword]
      if (typeof anchor !== 'string') continue
      current.anchors.set(anchor, schema)
      if (keyword === '$dynamicAnchor') current.dynamic.set(anchor, schema)
    }
  })
  return homes.get(document) as Resource
}

function resolveUri(ref: string, base: string): string {
  try {
    return new URL(ref, base).href
  } catch {
    // "urn:…" can only be a base for fragments.
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

export function needsResolving(schema: JsonSchema): boolean {
  let isNamed = false
  walkSchema(schema, ({ $id, $anchor, $dynamicAnchor, $dynamicRef, $ref }) => {
    isNamed ||= [$id, $anchor, $dynamicAnchor, $dynamicRef].some((each) => each !== undefined)
    isNamed ||= typeof $ref === 'string' && !/^#(\/|$)/.test($ref)
  })
  return isNamed
}
