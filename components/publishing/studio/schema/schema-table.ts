/**
 * Reads a schema as a table and writes it back. Each row has the whole schema of its field, so keywords that the table
 * does not show stay. A field map stays one as long as it can express the fields.
 */

import { fromFieldMap, isFieldMap, toFieldMap } from '#lib/json-schema/parse/field-map.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { toPointer } from '#lib/kernel/json/json-pointer.ts'

export type SchemaRow = { name: string; required: boolean; property: Json }

export type SchemaTable =
  /** `others` are the keywords of the schema that the table does not show. */
  | { rows: SchemaRow[]; isClosed: boolean; others: string[]; reason?: undefined }
  | { rows?: undefined; reason: string }

const TABLE_KEYWORDS = [
  '$schema',
  '$id',
  'title',
  'description',
  'type',
  'properties',
  'required',
  'additionalProperties',
]

export function readTable(authored: Json | undefined): SchemaTable {
  if (authored === undefined) return { rows: [], isClosed: true, others: [] }
  if (!isObject(authored)) return { reason: 'The JSON is invalid. Fix it in the JSON view first.' }
  const schema = asSchema(authored)
  const { type, properties = {}, additionalProperties } = schema
  if (type !== 'object') return { reason: 'The top level is not "type": "object".' }
  if (!isObject(properties)) return { reason: '“properties” is not an object.' }
  const required = requiredNames(schema)
  return {
    rows: Object.entries(properties).map(([name, property]) => ({
      name,
      required: required.includes(name),
      property,
    })),
    isClosed: additionalProperties === false,
    others: Object.keys(schema).filter((key) => !TABLE_KEYWORDS.includes(key)),
  }
}

export function writeTable(rows: readonly SchemaRow[], before: Json | undefined): Json {
  const schema = isObject(before) ? asSchema(before) : { type: 'object', additionalProperties: false }
  const rowNames = isObject(schema.properties) ? Object.keys(schema.properties) : []
  const names = [
    ...rows.filter(({ required }) => required).map(({ name }) => name),
    // Required fields without a row stay: they are declared elsewhere, for example in “allOf”.
    ...requiredNames(schema).filter((name) => !rowNames.includes(name)),
  ]
  const properties = Object.fromEntries(rows.map(({ name, property }) => [name, property]))
  return writeSchema(withRequired({ ...schema, properties }, names), before)
}

export function setClosed(authored: JsonObject, isClosed: boolean): Json {
  const { additionalProperties: _, ...open } = asSchema(authored)
  return writeSchema(isClosed ? { ...open, additionalProperties: false } : open, authored)
}

export function asSchema(authored: JsonObject): JsonObject {
  return isFieldMap(authored) ? fromFieldMap(authored) : authored
}

export function rowPointer(pointer: string, authored: Json | undefined, name: string): string {
  const isMap = isObject(authored) && isFieldMap(authored)
  return pointer + toPointer(isMap ? [name] : ['properties', name])
}

export function unusedFieldName(rows: readonly SchemaRow[]): string {
  const names = new Set(rows.map(({ name }) => name))
  let name = 'field'
  for (let count = 2; names.has(name); count += 1) name = `field_${count}`
  return name
}

function requiredNames({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** Writes `required` at its position, and keeps an empty one that the author wrote. */
function withRequired(schema: JsonObject, names: string[]): JsonObject {
  if (names.length > 0 || Array.isArray(schema.required)) {
    const isEmptied = names.length === 0 && requiredNames(schema).length > 0
    if (!isEmptied) return { ...schema, required: names }
  }
  const { required: _, ...rest } = schema
  return rest
}

function writeSchema(schema: JsonObject, before: Json | undefined): JsonObject {
  if (isObject(before) && isFieldMap(before)) {
    const map = toFieldMap(schema)
    if (map) return map as JsonObject
    const { $schema: _, ...bare } = schema
    return bare
  }
  return schema
}
