/** The shape of a part of a value. It is never too narrow, because unknown keywords count as "anything". */

import { matches } from '../../../json-schema/regex/linear-regex.ts'
import { listTypes, resolveRef } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema, sameText } from '../../../kernel/json/json.ts'
import { conjunction, disjunction, type Shape } from './shape.ts'

export const ANY_ITEM = Symbol('any item')

type PartKey = string | number | typeof ANY_ITEM

export type ShapePart = {
  shape: Shape
  presence: 'always' | 'maybe' | 'never'
  isDeclared: boolean
}

type Found = {
  schema: Json
  isHolder: boolean
  isRequired: boolean
  isNever: boolean
  isDeclared: boolean
}

export function getPartShape({ schema, documents }: Shape, key: PartKey): ShapePart {
  const root = { $defs: { ...documents } }
  const index =
    typeof key === 'number'
      ? key
      : typeof key === 'string' && /^(0|[1-9]\d{0,8})$/.test(key)
        ? Number(key)
        : key
  const asField = () =>
    new Walk(
      root,
      (each) => fieldIn(each, String(key)),
      (value) => getField(value, String(key)),
    ).of(schema)
  const asItem = (at: number | typeof ANY_ITEM) =>
    new Walk(
      root,
      (each) => itemIn(each, at),
      (value) => getItem(value, at),
    ).of(schema)
  // A number can be the index of a list or the name of a field, depending on the value.
  const found =
    typeof index === 'string'
      ? asField()
      : index === ANY_ITEM
        ? asItem(index)
        : unite(asItem(index as number), asField())
  const { isHolder, isRequired, isNever, isDeclared } = found
  return {
    shape: { schema: isNever ? false : found.schema, documents },
    presence: isNever || found.schema === false ? 'never' : isHolder && isRequired ? 'always' : 'maybe',
    isDeclared,
  }
}

const UNKNOWN: Found = { schema: true, isHolder: false, isRequired: false, isNever: false, isDeclared: false }
const NEVER: Found = { schema: false, isHolder: false, isRequired: false, isNever: true, isDeclared: false }

class Walk {
  private readonly root: JsonSchema
  private readonly own: (schema: JsonSchema) => Found
  private readonly ofValue: (value: Json) => Json | undefined
  private readonly open = new Set<JsonSchema>()

  constructor(
    root: JsonSchema,
    own: (schema: JsonSchema) => Found,
    ofValue: (value: Json) => Json | undefined,
  ) {
    this.root = root
    this.own = own
    this.ofValue = ofValue
  }

  of(schema: Json | undefined): Found {
    if (schema === false) return NEVER
    // A schema that contains itself adds no information to its part.
    if (!isObject(schema) || this.open.has(schema)) return UNKNOWN
    this.open.add(schema)
    const { $ref, allOf, anyOf, oneOf, then, else: otherwise } = schema
    const found = [
      this.own(schema),
      ...(Array.isArray(schema.enum) ? [this.among(schema.enum)] : []),
      ...(Object.hasOwn(schema, 'const') ? [this.among([schema.const as Json])] : []),
      ...(typeof $ref === 'string' ? [this.of(resolveRef(this.root, $ref))] : []),
      ...(Array.isArray(allOf) ? allOf.map((each) => this.of(each)) : []),
      ...[anyOf, oneOf].filter(Array.isArray).map((each) => union(each.map((branch) => this.of(branch)))),
      ...(schema.if !== undefined ? [union([this.of(then), this.of(otherwise)])] : []),
    ]
    this.open.delete(schema)
    return intersect(found)
  }

  private among(values: readonly Json[]): Found {
    const parts = values.map(this.ofValue)
    const there = parts.filter((each) => each !== undefined)
    if (there.length === 0) return NEVER
    const distinct = [...new Map(there.map((each) => [sameText(each), each])).values()]
    const isRequired = there.length === parts.length
    return { schema: { enum: distinct }, isHolder: isRequired, isRequired, isNever: false, isDeclared: true }
  }
}

function intersect(found: readonly Found[]): Found {
  return {
    schema: conjunction(found.map(({ schema }) => schema)),
    isHolder: found.some(({ isHolder }) => isHolder),
    isRequired: found.some(({ isRequired }) => isRequired),
    isNever: found.some(({ isNever }) => isNever),
    isDeclared: found.some(({ isDeclared }) => isDeclared),
  }
}

function union(found: readonly Found[]): Found {
  const possible = found.filter(({ isNever }) => !isNever)
  if (possible.length === 0) return NEVER
  const isAll = possible.length === found.length
  return {
    schema: disjunction(possible.map(({ schema }) => schema)),
    isHolder: isAll && possible.every(({ isHolder }) => isHolder),
    isRequired: isAll && possible.every(({ isRequired }) => isRequired),
    isNever: false,
    isDeclared: possible.some(({ isDeclared }) => isDeclared),
  }
}

function unite(item: Found, field: Found): Found {
  if (item.isNever) return field
  return field.isNever ? item : union([item, field])
}

function fieldIn(schema: JsonSchema, name: string): Found {
  const types = listTypes(schema)
  if (types.length > 0 && !types.includes('object')) return NEVER
  const { properties, patternProperties, additionalProperties = true, required } = schema
  const own = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name] as Json] : []
  const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {})
  const asked = patterns.map(([pattern, each]) => ({ each, isIn: matches(pattern, name) }))
  const named = [...own, ...asked.filter(({ isIn }) => isIn).map(({ each }) => each)]
  const isUnsure = named.length === 0 && asked.some(({ isIn }) => isIn === undefined)
  const declared = named.length > 0 ? conjunction(named) : isUnsure ? true : additionalProperties
  return {
    schema: declared,
    isHolder: types.length === 1,
    isRequired: Array.isArray(required) && required.includes(name),
    isNever: declared === false,
    isDeclared: named.length > 0 || isObject(additionalProperties),
  }
}

function itemIn(schema: JsonSchema, at: number | typeof ANY_ITEM): Found {
  const types = listTypes(schema)
  if (types.length > 0 && !types.includes('array')) return NEVER
  const { items = true, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  const one = at === ANY_ITEM ? disjunction([...prefix, items]) : (prefix[at] ?? items)
  const first = at === ANY_ITEM ? 0 : at
  return {
    schema: one,
    isHolder: types.length === 1,
    isRequired: at !== ANY_ITEM && Number(minItems) > at,
    isNever: one === false || Number(maxItems) <= first,
    isDeclared: items !== true || prefix.length > 0,
  }
}

function getField(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function getItem(value: Json, at: number | typeof ANY_ITEM): Json | undefined {
  return Array.isArray(value) ? value[at === ANY_ITEM ? 0 : at] : undefined
}

export function fieldNames({ schema, documents }: Shape): string[] {
  const root = { $defs: { ...documents } }
  const names = new Set<string>()
  const seen = new Set<JsonSchema>()
  const visit = (each: Json | undefined): void => {
    if (!isObject(each) || seen.has(each)) return
    seen.add(each)
    if (isObject(each.properties)) for (const name of Object.keys(each.properties)) names.add(name)
    if (typeof each.$ref === 'string') visit(resolveRef(root, each.$ref))
    for (const members of [each.allOf, each.anyOf, each.oneOf])
      if (Array.isArray(members)) members.forEach(visit)
    visit(each.then)
    visit(each.else)
  }
  visit(schema)
  return [...names]
}
