/**
 * All walks go through here, so that values in `default`, `const`, `enum` and `examples` are never mistaken for
 * schemas. Supports 2020-12 and draft-07.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../../kernel/json/json-pointer.ts'

// biome-ignore format: tables
const SINGLE = ['additionalProperties', 'items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames', 'unevaluatedItems',
  'unevaluatedProperties', 'contentSchema', 'additionalItems']
const LISTED = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']

type Visit = (schema: JsonSchema, pointer: string) => void

export function walkSchema(schema: JsonSchema, visit: Visit, pointer = ''): void {
  visit(schema, pointer)
  for (const [keyword, below] of Object.entries(schema)) {
    const at = pointer + toPointer([keyword])
    if (SINGLE.includes(keyword) && isObject(below)) walkSchema(below, visit, at)
    if (LISTED.includes(keyword) && Array.isArray(below)) {
      for (const [index, each] of below.entries()) {
        if (isObject(each)) walkSchema(each, visit, `${at}/${index}`)
      }
    }
    if (NAMED.includes(keyword) && isObject(below)) {
      for (const [key, each] of Object.entries(below)) {
        if (isObject(each)) walkSchema(each, visit, at + toPointer([key]))
      }
    }
  }
}

/** Returns a deep copy, changed from the innermost schema outwards. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const below = (each: Json): Json => (isObject(each) ? mapSchema(each, change) : structuredClone(each))
  return change(mapMembers(schema, below))
}

export function mapMembers(schema: JsonSchema, change: (member: Json, below: string) => Json): JsonSchema {
  // Object.fromEntries sets "__proto__" like any other name.
  const entries = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const at = toPointer([keyword])
    if (SINGLE.includes(keyword) && (isObject(value) || typeof value === 'boolean'))
      return [keyword, change(value, at)]
    if (LISTED.includes(keyword) && Array.isArray(value))
      return [keyword, value.map((each, index) => change(each, `${at}/${index}`))]
    if (NAMED.includes(keyword) && isObject(value)) {
      const named = Object.entries(value).map(([key, each]) => [key, change(each, at + toPointer([key]))])
      return [keyword, Object.fromEntries(named)]
    }
    return [keyword, structuredClone(value)]
  })
  return Object.fromEntries(entries) as JsonObject
}

/** Resolves "#", "#/$defs/a" and "#anchor". Returns undefined for a reference to elsewhere, or to nothing. */
export function resolveRef(root: JsonSchema, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined
  const fragment = decodeFragment(ref.slice(1))
  if (fragment === '' || fragment.startsWith('/')) return valueAt(root, fragment)
  let found: JsonSchema | undefined
  walkSchema(root, (schema) => {
    if (schema.$anchor === fragment || schema.$dynamicAnchor === fragment) found ??= schema
  })
  return found
}

/** Returns a schema with all that always apply beside it: its `$ref`, its `allOf`, and theirs. */
export function unconditional(root: JsonSchema, schema: Json | undefined): JsonSchema[] {
  const found = new Set<JsonSchema>()
  // Chains can be thousands long.
  const open: (Json | undefined)[] = [schema]
  while (open.length > 0) {
    const each = open.pop()
    if (!isObject(each) || found.has(each)) continue
    found.add(each)
    if (Array.isArray(each.allOf)) open.push(...each.allOf.toReversed())
    if (typeof each.$ref === 'string') open.push(resolveRef(root, each.$ref))
  }
  return [...found]
}

export function propertyDeclarations(
  root: JsonSchema,
  schema: Json | undefined,
  property: string,
): JsonSchema[] {
  return unconditional(root, schema).flatMap(({ properties }) =>
    isObject(properties) && Object.hasOwn(properties, property)
      ? unconditional(root, properties[property])
      : [],
  )
}

/** Returns [] for a schema without `type`. */
export function listTypes(schema: JsonSchema): string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((each) => typeof each === 'string') : []
}

/** Names the type of a value as `type` does. Numbers are "number", whole or not. */
export function jsonTypeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Returns a `$ref` to a JSON Pointer. */
export function refTo(pointer: string): string {
  return `#${pointerKeys(pointer)
    .map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')}`
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
