/**
 * Field maps: the short way to write a schema, and the way back.
 *
 * Ground; also in the browser. Source: specification "Contracts" §1; "Input and output schemas".
 */

import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { ownEntry } from '../json/own-entry.ts'
import { checkFieldMap } from './check-field-map.ts'
import { CANONICAL_DIALECT } from './dialect.ts'
import { FIELD_TYPES, type Field, type FieldMap } from './field-types.ts'

export { FIELD_TYPES, type Field, type FieldMap, type FieldType } from './field-types.ts'

/** A field's key and the JSON Schema keyword that says the same. */
const RENAMED: Record<string, string | undefined> = { min: 'minimum', max: 'maximum' }
const ORIGINAL: Record<string, string | undefined> = { minimum: 'min', maximum: 'max' }

/** True unless `$schema`, `$ref` or a string `type` stands at the top. */
export function isFieldMap(authored: JsonObject): boolean {
  return !(
    Object.hasOwn(authored, '$schema') ||
    Object.hasOwn(authored, '$ref') ||
    typeof authored.type === 'string'
  )
}

/** The equivalent JSON Schema. Total: what is no field map makes a schema that is refused. */
export function fromFieldMap(map: FieldMap | JsonObject): JsonSchema {
  const fields = Object.entries(map as JsonObject)
  const required = fields
    .filter(([, field]) => isObject(field) && field.required === true)
    .map(([key]) => key)
  return {
    $schema: CANONICAL_DIALECT,
    type: 'object',
    properties: Object.fromEntries(fields.map(([key, field]) => [key, propertyOf(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function propertyOf(field: Json): Json {
  if (!isObject(field)) return field
  const kept = Object.entries(field).filter(([key]) => key !== 'required')
  return Object.fromEntries(kept.map(([key, value]) => [ownEntry(RENAMED, key) ?? key, value]))
}

// biome-ignore format: a table reads in rows
const EXPRESSIBLE = ['type', 'description', 'default', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength']

/** The field map that says the same; null when the schema says more than a field map can. */
export function toFieldMap(schema: JsonSchema): FieldMap | null {
  const { $schema: _, type, properties = {}, required = [], additionalProperties, ...more } = schema
  if (type !== 'object' || additionalProperties !== false || Object.keys(more).length > 0) return null
  if (!isObject(properties) || !Array.isArray(required)) return null
  if (!required.every((key) => typeof key === 'string' && Object.hasOwn(properties, key))) return null

  const fields: [string, Field][] = []
  for (const [key, property] of Object.entries(properties)) {
    if (!isObject(property) || !isExpressible(property)) return null
    const renamed = Object.entries(property).map(([keyword, value]) => [
      ownEntry(ORIGINAL, keyword) ?? keyword,
      value,
    ])
    const field = { ...Object.fromEntries(renamed), ...(required.includes(key) && { required: true }) }
    fields.push([key, field as Field])
  }
  const map = Object.fromEntries(fields)
  const authored = map as unknown as JsonObject
  // The other notation would be read instead; or JSON Schema allows beside one another what a field may not say.
  return isFieldMap(authored) && checkFieldMap(authored).length === 0 ? map : null
}

function isExpressible(property: JsonSchema): boolean {
  const { type } = property
  if (!FIELD_TYPES.some((each) => each === type)) return false
  const hasEnum = Object.hasOwn(property, 'enum')
  if (hasEnum && !['string', 'number', 'integer'].includes(String(type))) return false
  return Object.keys(property).every((keyword) => EXPRESSIBLE.includes(keyword))
}
