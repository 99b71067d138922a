/**
 * A contract's input as function-calling models take it: an object at the top, with its fields beside it. Pure.
 *
 * Model APIs refuse `oneOf`, `anyOf`, `allOf`, `enum` and `not` at the top. What they say of fields is written out
 * there; what they say beyond that is left out. So the exported schema may be wider than the contract, never narrower
 * in what it declares, and its description says that the contract has the last word. Source: OpenAI, Function calling;
 * Anthropic, Tool use (input_schema).
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../contract/json/json.ts'
import { mapSchema, resolveRef, typesOf } from '../contract/schema/schema-tree.ts'

export type FunctionSchema = {
  schema: JsonSchema
  /** True when the contract says more than this. */
  isWider: boolean
}

const REFUSED = ['$ref', 'oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not', 'type', 'properties', 'required']

/** Null for a contract whose input can be no object. */
export function functionSchema(root: JsonSchema): FunctionSchema | null {
  const { properties, required, isObjectOnly, isWider } = fieldsOf(root, root)
  if (!isObjectOnly) return null
  const rest = Object.entries(root).filter(([keyword]) => !REFUSED.includes(keyword) && keyword !== '$schema')
  const isLoose = isWider || REFUSED.slice(0, 7).some((keyword) => root[keyword] !== undefined)
  // Fields of a branch are evaluated there; here they stand beside it.
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

/** A reference into what was left out asks for nothing any more. */
function withoutLostRefs(root: JsonSchema): JsonSchema {
  return mapSchema(root, ({ $ref, ...schema }) =>
    typeof $ref === 'string' && resolveRef(root, $ref) !== undefined ? { ...schema, $ref } : schema,
  )
}

type Fields = { properties: JsonObject; required: string[]; isObjectOnly: boolean; isWider: boolean }

/** No contract of sense nests references deeper; one that refers to itself ends here. */
const MAX_DEPTH = 12

/** The fields that `schema` declares, in itself and in its branches. */
export function fieldsOf(root: JsonSchema, schema: Json | undefined, depth = 0): Fields {
  if (!isObject(schema) || depth > MAX_DEPTH)
    return { properties: {}, required: [], isObjectOnly: true, isWider: depth > MAX_DEPTH }
  const types = typesOf(schema)
  let fields: Fields = {
    properties: isObject(schema.properties) ? schema.properties : {},
    required: textsOf(schema.required),
    isObjectOnly: types.length === 0 || types.includes('object'),
    isWider: ['if', 'not', 'const', 'enum', 'dependentSchemas'].some((each) => schema[each] !== undefined),
  }
  const deeper = (each: Json | undefined) => fieldsOf(root, each, depth + 1)
  if (typeof schema.$ref === 'string') fields = both(fields, deeper(resolveRef(root, schema.$ref)))
  for (const each of listOf(schema.allOf)) fields = both(fields, deeper(each))
  for (const branches of [listOf(schema.anyOf), listOf(schema.oneOf)]) {
    const possible = branches.filter((each) => each !== false).map(deeper)
    if (possible.length > 0) fields = both(fields, possible.reduce(either))
  }
  return fields
}

function both(one: Fields, other: Fields): Fields {
  return {
    properties: merge(one.properties, other.properties, 'allOf'),
    required: [...new Set([...one.required, ...other.required])],
    isObjectOnly: one.isObjectOnly && other.isObjectOnly,
    isWider: one.isWider || other.isWider,
  }
}

function either(one: Fields, other: Fields): Fields {
  return {
    properties: merge(one.properties, other.properties, 'anyOf'),
    required: one.required.filter((name) => other.required.includes(name)),
    isObjectOnly: one.isObjectOnly || other.isObjectOnly,
    isWider: true,
  }
}

function merge(one: JsonObject, other: JsonObject, how: 'allOf' | 'anyOf'): JsonObject {
  const merged: JsonObject = { ...one }
  for (const [name, schema] of Object.entries(other)) {
    const known = Object.hasOwn(merged, name) ? merged[name] : undefined
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(schema)
    const members = [...(isOnly(known, how) ? listOf((known as JsonObject)[how]) : [known!]), schema]
    merged[name] = isSame ? schema : { [how]: members }
  }
  return merged
}

/** Made by `merge` before, so another member only has to join. */
function isOnly(schema: Json | undefined, how: string): boolean {
  return isObject(schema) && Object.keys(schema).length === 1 && Array.isArray(schema[how])
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function textsOf(value: Json | undefined): string[] {
  return listOf(value).filter((each): each is string => typeof each === 'string')
}
