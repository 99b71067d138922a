import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, ownEntry } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { isSchemaKeyword } from '../tree/meta-schema.ts'

type Rule = {
  requirement: string
  test: (value: Json, field: JsonObject) => boolean
  types?: readonly string[]
}

const NUMERIC = ['number', 'integer']
const isNumber = (value: Json) => typeof value === 'number'
const isCount = (value: Json) => Number.isInteger(value) && Number(value) >= 0

export const FIELD_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const

// biome-ignore format: table
const RULES: Record<string, Rule | undefined> = {
  type:        { requirement: `must be one of ${FIELD_TYPES.join(', ')}`, test: (value) => FIELD_TYPES.some((each) => each === value) },
  required:    { requirement: 'must be true or false',                  test: (value) => typeof value === 'boolean' },
  description: { requirement: 'must be text',                           test: (value) => typeof value === 'string' },
  default:     { requirement: '',                                       test: () => true },
  min:         { requirement: 'must be a number',                       test: isNumber, types: NUMERIC },
  max:         { requirement: 'must be a number',                       test: isNumber, types: NUMERIC },
  minLength:   { requirement: 'must be a whole number of 0 or more',    test: isCount, types: ['string'] },
  maxLength:   { requirement: 'must be a whole number of 0 or more',    test: isCount, types: ['string'] },
  enum:        { requirement: 'must list one or more values of its type', test: isListOfType, types: ['string', ...NUMERIC] },
}

const MEANT: Record<string, string | undefined> = {
  minimum: 'min',
  maximum: 'max',
  minlength: 'minLength',
  maxlength: 'maxLength',
}

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
    return [{ path, keyword: 'field', message: `${name} is not allowed in a field map${hint}` }]
  }
  if (!rule.test(value, field)) return [{ path, keyword: 'field', message: rule.requirement }]
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

const HINT = 'without a top-level "type": "object", this is read as a field map'

function notAField(key: string): string {
  const isKeyword = isSchemaKeyword(key)
  return `must describe a field, such as { "type": "string" }${isKeyword ? ` (${HINT})` : ''}`
}

function noType(key: string): string {
  return `is required${key === 'properties' ? ` (${HINT})` : ''}`
}

export type FieldType = (typeof FIELD_TYPES)[number]

export type MapField = {
  type: FieldType
  required?: boolean
  description?: string
  default?: Json
  enum?: Json[]
  min?: number
  max?: number
  minLength?: number
  maxLength?: number
}

export type FieldMap = Record<string, MapField>
