/** What a field of a field map may say. Ground; also in the browser. Source: "Input and output schemas", Declaring a field. */
import type { Json } from '../json/json.ts'

export const FIELD_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const

export type FieldType = (typeof FIELD_TYPES)[number]

export type Field = {
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

export type FieldMap = Record<string, Field>
