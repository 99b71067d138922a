/** Follows references and `allOf`, drops annotations. Other keywords are compared as text. */

import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { ASSERTED_FORMATS } from '../evaluate/formats.ts'
import { withoutNullable, withoutPlainUnevaluated } from '../tree/dialect.ts'
import { listTypes, resolveRef, unconditional } from '../tree/schema-tree.ts'

export const ALL_TYPES = ['null', 'boolean', 'object', 'array', 'string', 'number']

export type PlainSchema = {
  keywords: JsonSchema
  types: string[]
  rest: Record<string, string>
}

// biome-ignore-start format: tables read in rows
const COMPARED = [
  'type',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
]
const ASSERTED = [
  ...COMPARED,
  '$ref',
  '$dynamicRef',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'unevaluatedProperties',
  'unevaluatedItems',
]
// biome-ignore-end format: tables read in rows

export function plainSchema(root: JsonSchema, schema: Json | undefined): PlainSchema {
  if (schema === false) return { keywords: {}, types: [], rest: {} }
  const merged = isObject(schema) ? mergeMembers(root, schema) : {}
  if (!merged) return { keywords: {}, types: ALL_TYPES, rest: { whole: fingerprint(root, schema) } }
  const plain = withoutPlainUnevaluated(withoutNullChoice(root, merged))
  const keywords = Object.fromEntries(Object.entries(plain).filter(isComparable))
  if (plain.const !== undefined && keywords.enum === undefined) keywords.enum = [plain.const]
  const types = listTypes(keywords)
  return { keywords, types: types.length > 0 ? types : ALL_TYPES, rest: restOf(root, plain) }
}

function isComparable([key, value]: [string, Json]): boolean {
  if (key === 'format') return ASSERTED_FORMATS.some((each) => each === value)
  return COMPARED.includes(key)
}

const TOGETHER = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
]

function restOf(root: JsonSchema, schema: JsonSchema): Record<string, string> {
  const groups: Record<string, JsonSchema> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (!ASSERTED.includes(key) || COMPARED.includes(key) || key === 'const') continue
    const group = TOGETHER.find((keys) => keys.includes(key))?.[0] ?? key
    groups[group] = { ...groups[group], [key]: value }
  }
  return Object.fromEntries(Object.entries(groups).map(([group, part]) => [group, fingerprint(root, part)]))
}

/** Returns null if that would change the meaning. */
function mergeMembers(root: JsonSchema, schema: JsonSchema): JsonSchema | null {
  const members: JsonSchema[] = []
  for (const member of unconditional(root, schema)) {
    if (member.$dynamicRef !== undefined) return null
    const { $ref: _, allOf, ...own } = withoutNullable(member)
    if (Array.isArray(allOf) && !allOf.every(isObject)) return null
    const asserted = Object.fromEntries(Object.entries(own).filter(([key]) => ASSERTED.includes(key)))
    if (Object.keys(asserted).length > 0) members.push(asserted)
  }
  return members.length > 1 ? mergeAll(members) : (members[0] ?? {})
}

// These depend on their siblings.
const LOOKS_AROUND = [
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'patternProperties',
  'items',
]

function mergeAll(members: readonly JsonSchema[]): JsonSchema | null {
  const valuesByKeyword = new Map<string, Json[]>()
  for (const [key, value] of members.flatMap((member) => Object.entries(member))) {
    if (LOOKS_AROUND.includes(key)) return null
    const values = valuesByKeyword.get(key)
    if (values) values.push(value)
    else valuesByKeyword.set(key, [value])
  }
  const merged = [...valuesByKeyword].map(([key, values]) => [key, mergeValues(key, values)] as const)
  if (merged.some(([, value]) => value === null)) return null
  return Object.fromEntries(merged) as JsonSchema
}

function mergeValues(key: string, values: readonly Json[]): Json {
  const [first = null, ...others] = new Map(values.map((value) => [JSON.stringify(value), value])).values()
  if (others.length === 0) return first
  const distinct = [first, ...others]
  if (key === 'required' && distinct.every((each) => Array.isArray(each)))
    return [...new Set(distinct.flat())]
  if (key !== 'properties' || !distinct.every(isObject)) return null
  const entries = distinct.flatMap((each) => Object.entries(each))
  const names = new Set(entries.map(([name]) => name))
  return names.size === entries.length ? Object.fromEntries(entries) : null
}

/** `anyOf: [X, {type: "null"}]` is a nullable X. */
function withoutNullChoice(root: JsonSchema, schema: JsonSchema): JsonSchema {
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schema[keyword]
    if (!Array.isArray(branches) || branches.length !== 2 || !branches.some(isNull)) continue
    const some = branches.find((each) => !isNull(each))
    const inner = isObject(some) ? mergeMembers(root, some) : null
    const types = inner ? listTypes(inner) : []
    const others = Object.keys(schema).filter((key) => key !== keyword)
    if (!inner || types.length === 0 || types.includes('null') || others.length > 0) continue
    if (inner.const === undefined && inner.enum === undefined) return { ...inner, type: [...types, 'null'] }
  }
  return schema
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema.type === 'null'
}

/** Returns equal text for equal schemas where possible. A recursive type refers back to its ancestor. */
function fingerprint(root: JsonSchema, schema: Json | undefined): string {
  const ancestors: Json[] = []
  let written = 0
  const write = (each: Json | undefined, isSchema: boolean): string => {
    if (++written > MAX_INLINED_MEMBERS) throw new TooLong()
    if (Array.isArray(each)) return `[${each.map((item) => write(item, isSchema)).join()}]`
    if (!isObject(each)) return JSON.stringify(each) ?? 'true'
    const back = ancestors.indexOf(each)
    if (back >= 0) return `^${ancestors.length - back}`
    ancestors.push(each)
    const text = isSchema ? writeSchema(each) : writeMap(each, false)
    ancestors.pop()
    return text
  }
  const writeMap = (map: JsonSchema, isSchema: boolean) =>
    `{${Object.keys(map)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${write(map[key], isSchema)}`)
      .join()}}`
  const writeSchema = (each: JsonSchema): string => {
    const keys = Object.keys(each).filter((key) => ASSERTED.includes(key))
    if (keys.length === 1 && typeof each.$ref === 'string') return write(resolveRef(root, each.$ref), true)
    const parts = keys.sort().map((key) => {
      const value = each[key]
      if (key === '$ref' && typeof value === 'string') return `"$ref":${write(resolveRef(root, value), true)}`
      if (VALUES.includes(key)) return `${JSON.stringify(key)}:${write(value, false)}`
      if (key === 'required' || key === 'type')
        return `${JSON.stringify(key)}:${JSON.stringify([value].flat().sort())}`
      if (MAPS.includes(key) && isObject(value)) return `${JSON.stringify(key)}:${writeMap(value, true)}`
      return `${JSON.stringify(key)}:${write(value, true)}`
    })
    return `{${parts.join()}}`
  }
  try {
    return write(schema, true)
  } catch (thrown) {
    if (!(thrown instanceof TooLong)) throw thrown
    return JSON.stringify([schema, root])
  }
}

// Inlining can double at each step.
const MAX_INLINED_MEMBERS = 5_000

class TooLong extends Error {}

const VALUES = ['const', 'enum', 'dependentRequired']
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies']
