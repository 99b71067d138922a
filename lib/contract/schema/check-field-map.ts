/**
 * Whether a field map keeps its rules.
 *
 * Ground; also in the browser. Source: "Input and output schemas", Declaring a field, Constraints.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import { ownEntry } from '../json/own-entry.ts'
import { FIELD_TYPES } from './field-types.ts'

type Rule = { says: string; holds: (value: Json, field: JsonObject) => boolean; types?: readonly string[] }

const NUMERIC = ['number', 'integer']
const isNumber = (value: Json) => typeof value === 'number'
const isCount = (value: Json) => Number.isInteger(value) && Number(value) >= 0

// biome-ignore format: a table reads in rows
const RULES: Record<string, Rule | undefined> = {
  type:        { says: `must be one of ${FIELD_TYPES.join(', ')}`, holds: (value) => FIELD_TYPES.some((each) => each === value) },
  required:    { says: 'must be true or false',                  holds: (value) => typeof value === 'boolean' },
  description: { says: 'must be text',                           holds: (value) => typeof value === 'string' },
  default:     { says: '',                                       holds: () => true },
  min:         { says: 'must be a number',                       holds: isNumber, types: NUMERIC },
  max:         { says: 'must be a number',                       holds: isNumber, types: NUMERIC },
  minLength:   { says: 'must be a whole number of 0 or more',    holds: isCount, types: ['string'] },
  maxLength:   { says: 'must be a whole number of 0 or more',    holds: isCount, types: ['string'] },
  enum:        { says: 'must list one or more values of its own type', holds: isListOfType, types: ['string', ...NUMERIC] },
}

/** What JSON Schema, or a slip, calls it. */
const MEANT: Record<string, string | undefined> = {
  minimum: 'min',
  maximum: 'max',
  minlength: 'minLength',
  maxlength: 'maxLength',
}

/** Every broken rule, with a pointer into the map. */
export function checkFieldMap(map: JsonObject): Issue[] {
  return Object.entries(map).flatMap(([key, field]) => {
    const at = toPointer([key])
    if (!isObject(field)) return [{ path: at, keyword: 'field', message: notAField(key) }]
    const missing = Object.hasOwn(field, 'type')
      ? []
      : [{ path: `${at}/type`, keyword: 'field', message: noType(key) }]
    return [...missing, ...Object.entries(field).flatMap(([name, value]) => checkKey(at, name, value, field))]
  })
}

function checkKey(at: string, name: string, value: Json, field: JsonObject): Issue[] {
  const path = at + toPointer([name])
  const rule = ownEntry(RULES, name)
  if (!rule) {
    const meant = ownEntry(MEANT, name)
    const hint = meant ? `: did you mean ${meant}?` : ''
    return [{ path, keyword: 'field', message: `${name} is not known in a field map${hint}` }]
  }
  if (!rule.holds(value, field)) return [{ path, keyword: 'field', message: rule.says }]
  if (rule.types && typeof field.type === 'string' && !rule.types.includes(field.type)) {
    return [{ path, keyword: 'field', message: `does not apply to the type ${field.type}` }]
  }
  return []
}

function isListOfType(value: Json, { type }: JsonObject): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  if (type === 'string') return value.every((each) => typeof each === 'string')
  return value.every((each) => (type === 'integer' ? Number.isInteger(each) : isNumber(each)))
}

const HINT = 'without "type": "object" at its top this is read as a field map'

function notAField(key: string): string {
  const isKeyword = ['required', 'additionalProperties', 'title', 'description'].includes(key)
  return `must describe a field, such as { "type": "string" }${isKeyword ? ` (${HINT})` : ''}`
}

function noType(key: string): string {
  return `is required${key === 'properties' ? ` (${HINT})` : ''}`
}
