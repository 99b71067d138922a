/**
 * A schema as rows of a table, and rows as a schema.
 *
 * The notation stays the author's: a field map is written back as a field map, JSON Schema as JSON Schema. What a
 * table cannot say is told by name, and the JSON editor can. Pure.
 */

import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { toPointer } from '#lib/contract/json/json-pointer.ts'
import {
  FIELD_TYPES,
  type Field,
  type FieldMap,
  fromFieldMap,
  isFieldMap,
  toFieldMap,
} from '#lib/contract/schema/field-map.ts'

export type Row = Field & { name: string }

export type SchemaTable =
  | { rows: Row[]; whyNot?: undefined }
  /** `canClose`: the table could show it if fields that it does not name were refused. */
  | { rows?: undefined; whyNot: string; canClose: boolean }

export function readTable(authored: Json | undefined): SchemaTable {
  if (authored === undefined) return { rows: [] }
  if (!isObject(authored)) return not('The JSON has a mistake. Mend it there first.')
  const schema = asSchema(authored)
  const map = toFieldMap(schema)
  if (map) return { rows: Object.entries(map).map(([name, field]) => ({ name, ...field })) }
  if (toFieldMap(closed(schema))) {
    return not('It lets fields through that it does not name, and a table is a full list.', true)
  }
  return not(reasonOf(schema))
}

/** The schema that the rows describe, in the notation of the one before. */
export function writeTable(rows: readonly Row[], before: Json | undefined): Json {
  const map = Object.fromEntries(rows.map(({ name, ...field }) => [name, field])) as FieldMap
  // A map with a field called "$schema" would be read as the other notation.
  if (isObject(before) && isFieldMap(before) && isFieldMap(map as unknown as JsonObject)) {
    return map as unknown as Json
  }
  const schema = fromFieldMap(map)
  // That nothing is required was said on purpose.
  const saysNone = isObject(before) && Array.isArray(before.required) && before.required.length === 0
  const said: JsonObject = saysNone ? { required: [], ...schema } : schema
  const { $schema: _, ...bare } = said
  return isObject(before) && Object.hasOwn(before, '$schema') ? said : bare
}

/** The schema in the form that forms are drawn from. */
export function asSchema(authored: JsonObject): JsonObject {
  return isFieldMap(authored) ? fromFieldMap(authored) : authored
}

/** The same schema, refusing what it does not name. */
export function closed(schema: JsonObject): JsonObject {
  return { ...schema, additionalProperties: false }
}

/** Where the field of that name stands in the document. */
export function rowPointer(pointer: string, authored: Json | undefined, name: string): string {
  const isMap = isObject(authored) && isFieldMap(authored)
  return pointer + toPointer(isMap ? [name] : ['properties', name])
}

/** A name no row has: "field", "field_2". */
export function freeName(rows: readonly Row[]): string {
  const names = new Set(rows.map(({ name }) => name))
  let name = 'field'
  for (let count = 2; names.has(name); count += 1) name = `field_${count}`
  return name
}

function not(whyNot: string, canClose = false): SchemaTable {
  return { whyNot, canClose }
}

const TOP = ['$schema', 'type', 'properties', 'required', 'additionalProperties']
// biome-ignore format: a table reads in rows
const IN_FIELD = ['type', 'description', 'default', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength']

function reasonOf(schema: JsonObject): string {
  if (schema.type !== 'object') return 'At its top it does not say "type": "object".'
  const extra = Object.keys(schema).find((key) => !TOP.includes(key))
  if (extra) return `It says “${extra}” at its top, which a table has no column for.`
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (!isObject(property)) return `The field “${name}” is not described by an object.`
    const keyword = Object.keys(property).find((key) => !IN_FIELD.includes(key))
    if (keyword) return `The field “${name}” says “${keyword}”, which a table has no column for.`
    if (!FIELD_TYPES.some((type) => type === property.type)) return `The field “${name}” has no single type.`
  }
  return 'It says more than a table can.'
}
