/**
 * The kinds of fields that a SkillSet document is made of, each with the sentence of its rule.
 *
 * Ground; also in the browser. `errorMessage` is also what editors that know JSON Schema show.
 */
import type { JsonSchema } from '../json/json.ts'
import { listed } from './listed.ts'

const SLUG_PATTERN = '^[a-z0-9_]{1,64}$'

export const text = (name: string, min: number, max: number): JsonSchema => ({
  type: 'string',
  minLength: min,
  maxLength: max,
  errorMessage: `${name} must be ${min}-${max} characters`,
})
export const upTo = (name: string, max: number): JsonSchema => ({
  type: 'string',
  maxLength: max,
  errorMessage: `${name} must be at most ${max} characters`,
})
export const slug: JsonSchema = {
  type: 'string',
  pattern: SLUG_PATTERN,
  errorMessage: 'slug must be 1-64 chars, alphanumeric + underscore',
}
export const url = (name: string): JsonSchema => ({
  type: 'string',
  maxLength: 2048,
  errorMessage: `${name} must be a valid URL`,
})
export const flag = (name: string): JsonSchema => ({
  type: 'boolean',
  errorMessage: `${name} must be true or false`,
})
export const oneOf = (name: string, values: readonly string[]): JsonSchema => ({
  enum: [...values],
  errorMessage: `${name} must be ${listed(values, 'or')}`,
})
export const list = (name: string, items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  errorMessage: `${name} must be a list`,
  ...more,
})
export const record = (required: string[], properties: JsonSchema): JsonSchema => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})

/** The same fields with a word about each that needs one. */
export function explained(fields: JsonSchema, notes: Record<string, string>): JsonSchema {
  const entries = Object.entries(fields).map(([name, field]): [string, JsonSchema] => {
    const note = notes[name]
    return [name, { ...(field as JsonSchema), ...(note && { description: note }) }]
  })
  return Object.fromEntries(entries)
}
