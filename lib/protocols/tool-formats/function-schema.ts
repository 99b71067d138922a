/**
 * Function-calling APIs accept an object without top-level `oneOf`, `anyOf`, `allOf`, `enum` and `not`.
 * Fields of branches are merged and other constraints dropped, so the schema may be wider than the contract.
 * See OpenAI, Function calling; Anthropic, Tool use (input_schema).
 */

import { listTypes, mapSchema, resolveRef } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { setOwnProperty } from '../../kernel/json/to-json.ts'

export type FunctionSchema = {
  schema: JsonSchema
  /** The contract is stricter than this schema. */
  isWider: boolean
}

const REFUSED = ['$ref', 'oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not', 'type', 'properties', 'required']

export function functionSchema(root: JsonSchema): FunctionSchema | null {
  const { properties, required, isObjectOnly, isWider } = collectFields(newSchemaWalk(root), root)
  if (!isObjectOnly) return null
  const rest = Object.entries(root).filter(([keyword]) => !REFUSED.includes(keyword) && keyword !== '$schema')
  const isLoose = isWider || REFUSED.slice(0, 7).some((keyword) => root[keyword] !== undefined)
  // Fields merged from a branch would otherwise be refused here.
  const open = isLoose
    ? ['unevaluatedProperties', 'additionalProperties', 'minProperties', 'maxProperties']
    : []
  const schema = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...Object.fromEntries(rest.filter(([keyword]) => !open.includes(keyword))),
  }
  return { schema: isLoose ? withoutLostRefs(schema) : schema, isWider: isLoose }
}

/** Removes references into dropped parts. */
function withoutLostRefs(root: JsonSchema): JsonSchema {
  return mapSchema(root, ({ $ref, ...schema }) =>
    typeof $ref === 'string' && resolveRef(root, $ref) !== undefined ? { ...schema, $ref } : schema,
  )
}

type Fields = { properties: JsonObject; required: string[]; isObjectOnly: boolean; isWider: boolean }

/** A limit on visits for one export: references that branch are followed exponentially often. */
export type SchemaWalk = { root: JsonSchema; visitsLeft: number }

const MAX_VISITS = 5_000

export function newSchemaWalk(root: JsonSchema): SchemaWalk {
  return { root, visitsLeft: MAX_VISITS }
}

/** Also stops at schemas that refer to themselves. */
const MAX_DEPTH = 12

export function collectFields(walk: SchemaWalk, schema: Json | undefined, depth = 0): Fields {
  const isCutOff = depth > MAX_DEPTH || walk.visitsLeft-- <= 0
  if (!isObject(schema) || isCutOff)
    return { properties: {}, required: [], isObjectOnly: true, isWider: isCutOff }
  const { root } = walk
  const types = listTypes(schema)
  const fields: Fields = {
    properties: isObject(schema.properties) ? { ...schema.properties } : {},
    required: textsOf(schema.required),
    isObjectOnly: types.length === 0 || types.includes('object'),
    isWider: ['if', 'not', 'const', 'enum', 'dependentSchemas'].some((each) => schema[each] !== undefined),
  }
  const below = (each: Json | undefined) => collectFields(walk, each, depth + 1)
  if (typeof schema.$ref === 'string') addAll(fields, below(resolveRef(root, schema.$ref)))
  for (const each of listOf(schema.allOf)) addAll(fields, below(each))
  for (const branches of [listOf(schema.anyOf), listOf(schema.oneOf)]) {
    const [first, ...others] = branches.filter((branch) => branch !== false).map(below)
    if (!first) continue
    for (const each of others) addAlternative(first, each)
    addAll(fields, first)
  }
  return fields
}

function addAll(fields: Fields, other: Fields): void {
  merge(fields.properties, other.properties, 'allOf')
  fields.required = [...new Set([...fields.required, ...other.required])]
  fields.isObjectOnly &&= other.isObjectOnly
  fields.isWider ||= other.isWider
}

function addAlternative(fields: Fields, other: Fields): void {
  merge(fields.properties, other.properties, 'anyOf')
  fields.required = fields.required.filter((name) => other.required.includes(name))
  fields.isObjectOnly ||= other.isObjectOnly
  fields.isWider = true
}

/** Adds to `merged` in place. */
function merge(merged: JsonObject, other: JsonObject, how: 'allOf' | 'anyOf'): void {
  for (const [name, schema] of Object.entries(other)) {
    const known = Object.hasOwn(merged, name) ? merged[name] : undefined
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(schema)
    const members = [...(isOnly(known, how) ? listOf((known as JsonObject)[how]) : [known!]), schema]
    setOwnProperty(merged, name, isSame ? schema : { [how]: members })
  }
}

/** Created by an earlier `merge`, so another member can be appended. */
function isOnly(schema: Json | undefined, how: string): boolean {
  return isObject(schema) && Object.keys(schema).length === 1 && Array.isArray(schema[how])
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function textsOf(value: Json | undefined): string[] {
  return listOf(value).filter((each): each is string => typeof each === 'string')
}
