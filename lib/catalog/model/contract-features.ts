/** What an index knows of a contract: normalised names and types of fields. The solver decides, see `judge-fit.ts`. */

import { listTypes, unconditional } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { searchableText } from './searchable-text.ts'

/** A contract as the catalogue stores it for searches by types. */
export type ListedContract = {
  /** Canonical schemas. */
  input: JsonSchema
  output: JsonSchema
  /** An input that the publisher gave as an example. */
  example?: Json
  /** The input of the latest version of an earlier major from which the skill migrates inputs. */
  earlier?: { version: string; input: JsonSchema }
}

export type ContractFeatures = { takes: string[]; needs: string[]; returns: string[] }

const MAX_FIELDS = 100
const MAX_DEPTH = 3

/**
 * Returns the features of a skill's input and output: `amount` and `amount:number` for a field, `=text` and
 * `=text:email` for a type. `needs` has the names of required fields. Names are compared without case and separators.
 */
export function featuresOf({ input, output }: Pick<ListedContract, 'input' | 'output'>): ContractFeatures {
  const fields = [...declaredFields(input)]
  const returned = new Set(typeFeatures(output))
  addReturned(output, output, returned, 0)
  return {
    takes: distinct(
      fields.flatMap(([name, schema]) => [...namedFeatures(name, schema), ...typeFeatures(schema)]),
    ),
    needs: distinct(requiredFields(input).map(fieldKey)),
    returns: [...returned].slice(0, MAX_FIELDS * 3),
  }
}

/** Returns the declared fields of an object by name, also those of `allOf` and of references. */
export function declaredFields(schema: JsonSchema): Map<string, JsonSchema> {
  const fields = new Map<string, JsonSchema>()
  for (const { properties } of unconditional(schema, schema)) {
    for (const [name, field] of Object.entries(isObject(properties) ? properties : {})) {
      if (fields.size < MAX_FIELDS) fields.set(name, isObject(field) ? field : {})
    }
  }
  return fields
}

export function requiredFields(schema: JsonSchema): string[] {
  const named = unconditional(schema, schema).flatMap(({ required }) =>
    Array.isArray(required) ? required.map(String) : [],
  )
  return distinct(named)
}

/** `fileName`, `file_name` and `file-name` are the same. */
export function fieldKey(name: string): string {
  return searchableText(name).replaceAll(' ', '')
}

/** Returns the features of a value or a schema that a caller holds: `names` of its fields, and its `types`. */
export function featuresOfHeld(schema: JsonSchema): { names: string[]; typed: string[]; types: string[] } {
  const fields = [...declaredFields(schema)]
  return {
    names: distinct(fields.map(([name]) => fieldKey(name))).filter(Boolean),
    typed: distinct(fields.flatMap(([name, field]) => namedFeatures(name, field))).filter(Boolean),
    types: typeFeatures(schema),
  }
}

function namedFeatures(name: string, schema: JsonSchema): string[] {
  const key = fieldKey(name)
  if (!key) return []
  return [key, ...kindsOf(schema).map((kind) => `${key}:${kind}`)]
}

function typeFeatures(schema: JsonSchema): string[] {
  const format = isFormatName(schema.format) ? [`=string:${schema.format}`] : []
  const { items } = schema
  const listed = isObject(items) ? kindsOf(items).map((kind) => `=array:${kind}`) : []
  return [...kindsOf(schema).map((kind) => `=${kind}`), ...format, ...listed]
}

/** A schema may have any text as its format, also one that Postgres refuses. */
function isFormatName(format: Json | undefined): format is string {
  return typeof format === 'string' && /^[a-z][a-z0-9-]{0,40}$/i.test(format)
}

function kindsOf(schema: JsonSchema): string[] {
  return distinct(listTypes(schema).map((type) => (type === 'integer' ? 'number' : type)))
}

function addReturned(schema: JsonSchema, root: JsonSchema, found: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH) return
  for (const part of unconditional(root, schema)) {
    for (const [name, field] of Object.entries(isObject(part.properties) ? part.properties : {})) {
      if (!isObject(field)) continue
      for (const feature of [...namedFeatures(name, field), ...typeFeatures(field)]) found.add(feature)
      addReturned(field, root, found, depth + 1)
    }
    if (isObject(part.items)) addReturned(part.items, root, found, depth + 1)
  }
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
