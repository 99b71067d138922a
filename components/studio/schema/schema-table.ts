/**
 * A field map is written as a field map, JSON Schema as JSON Schema. What a table cannot represent is named,
 * and can be edited as JSON.
 */

import { isObject, type Json, type JsonObject } from '#lib/json/json.ts'
import { toPointer } from '#lib/json/json-pointer.ts'
import {
  FIELD_TYPES,
  type FieldMap,
  fromFieldMap,
  isFieldMap,
  type MapField,
  toFieldMap,
} from '#lib/json-schema/parse/field-map.ts'

export type SchemaRow = MapField & { name: string }

export type SchemaTable =
  | { rows: SchemaRow[]; reason?: undefined }
  /** `canClose`: the table could show the schema if additional properties were refused. */
  | { rows?: undefined; reason: string; canClose: boolean }

export function readTable(authored: Json | undefined): SchemaTable {
  if (authored === undefined) return { rows: [] }
  if (!isObject(authored)) return unsupportedTable('The JSON is invalid. Fix it in the JSON view first.')
  const schema = asSchema(authored)
  const map = toFieldMap(schema)
  if (map) return { rows: Object.entries(map).map(([name, field]) => ({ name, ...field })) }
  if (toFieldMap(closed(schema))) {
    return unsupportedTable('It allows additional fields, which the table cannot show.', true)
  }
  return unsupportedTable(reasonOf(schema))
}

export function writeTable(rows: readonly SchemaRow[], before: Json | undefined): Json {
  const map = Object.fromEntries(rows.map(({ name, ...field }) => [name, field])) as FieldMap
  // A map with a field called "$schema" would be read as JSON Schema.
  if (isObject(before) && isFieldMap(before) && isFieldMap(map as JsonObject)) {
    return map as Json
  }
  const schema = fromFieldMap(map)
  // Preserves an explicit empty `required`.
  const hasEmptyRequired = isObject(before) && Array.isArray(before.required) && before.required.length === 0
  const completed: JsonObject = hasEmptyRequired ? { required: [], ...schema } : schema
  const { $schema: _, ...bare } = completed
  return isObject(before) && Object.hasOwn(before, '$schema') ? completed : bare
}

export function asSchema(authored: JsonObject): JsonObject {
  return isFieldMap(authored) ? fromFieldMap(authored) : authored
}

export function closed(schema: JsonObject): JsonObject {
  return { ...schema, additionalProperties: false }
}

export function rowPointer(pointer: string, authored: Json | undefined, name: string): string {
  const isMap = isObject(authored) && isFieldMap(authored)
  return pointer + toPointer(isMap ? [name] : ['properties', name])
}

export function freeName(rows: readonly SchemaRow[]): string {
  const names = new Set(rows.map(({ name }) => name))
  let name = 'field'
  for (let count = 2; names.has(name); count += 1) name = `field_${count}`
  return name
}

function unsupportedTable(reason: string, canClose = false): SchemaTable {
  return { reason, canClose }
}

const TOP = ['$schema', 'type', 'properties', 'required', 'additionalProperties']
// biome-ignore format: a table reads in rows
const IN_FIELD = ['type', 'description', 'default', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength']

function reasonOf(schema: JsonObject): string {
  if (schema.type !== 'object') return 'Its top level is not "type": "object".'
  const extra = Object.keys(schema).find((key) => !TOP.includes(key))
  if (extra) return `It uses “${extra}” at the top level, which the table does not support.`
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (!isObject(property)) return `The schema of the field “${name}” is not an object.`
    const keyword = Object.keys(property).find((key) => !IN_FIELD.includes(key))
    if (keyword) return `The field “${name}” uses “${keyword}”, which the table does not support.`
    if (!FIELD_TYPES.some((type) => type === property.type)) return `The field “${name}” has no single type.`
  }
  return 'It uses features that the table does not support.'
}
