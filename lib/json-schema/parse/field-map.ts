/** Field maps, the short notation for schemas. See docs/spec/contracts.md §1. */

import { isObject, type Json, type JsonObject, type JsonSchema, ownEntry } from '../../kernel/json/json.ts'
import { CANONICAL_DIALECT } from '../tree/dialect.ts'
import { checkFieldMap, FIELD_TYPES, type FieldMap, type MapField } from './check-field-map.ts'

export { FIELD_TYPES, type FieldMap, type FieldType, type MapField } from './check-field-map.ts'

const RENAMED: Record<string, string | undefined> = { min: 'minimum', max: 'maximum' }
const ORIGINAL: Record<string, string | undefined> = { minimum: 'min', maximum: 'max' }

export function isFieldMap(authored: JsonObject): boolean {
  return !(
    Object.hasOwn(authored, '$schema') ||
    Object.hasOwn(authored, '$ref') ||
    typeof authored.type === 'string' ||
    // A list of types describes no field either.
    (Array.isArray(authored.type) && authored.type.every((each) => typeof each === 'string'))
  )
}

/** An invalid field map becomes a schema that `checkSchema` refuses. */
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
  const keywords = Object.entries(field).filter(([key]) => key !== 'required')
  return Object.fromEntries(keywords.map(([key, value]) => [ownEntry(RENAMED, key) ?? key, value]))
}

// biome-ignore format: table
const EXPRESSIBLE = ['type', 'description', 'default', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength']

/** Returns null if a field map cannot express the schema. */
export function toFieldMap(schema: JsonSchema): FieldMap | null {
  const { $schema: _, type, properties = {}, required = [], additionalProperties, ...more } = schema
  if (type !== 'object' || additionalProperties !== false || Object.keys(more).length > 0) return null
  if (!isObject(properties) || !Array.isArray(required)) return null
  if (!required.every((key) => typeof key === 'string' && Object.hasOwn(properties, key))) return null

  const fields: [string, MapField][] = []
  for (const [key, property] of Object.entries(properties)) {
    if (!isObject(property) || !isExpressible(property)) return null
    const renamed = Object.entries(property).map(([keyword, value]) => [
      ownEntry(ORIGINAL, keyword) ?? keyword,
      value,
    ])
    const field = { ...Object.fromEntries(renamed), ...(required.includes(key) && { required: true }) }
    fields.push([key, field as MapField])
  }
  const map = Object.fromEntries(fields)
  const authored = map as JsonObject
  // JSON Schema allows combinations that field maps do not.
  return isFieldMap(authored) && checkFieldMap(authored).length === 0 ? map : null
}

function isExpressible(property: JsonSchema): boolean {
  const { type } = property
  if (!FIELD_TYPES.some((each) => each === type)) return false
  const hasEnum = Object.hasOwn(property, 'enum')
  if (hasEnum && !['string', 'number', 'integer'].includes(String(type))) return false
  return Object.keys(property).every((keyword) => EXPRESSIBLE.includes(keyword))
}
