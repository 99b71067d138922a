/** Values of a field's type as text in an input, and back. What does not fit the type stays text. Pure. */

import { readExactNumber } from '#lib/contract/json/exact-number.ts'
import type { Json } from '#lib/contract/json/json.ts'
import type { FieldType } from '#lib/contract/schema/field-map.ts'
import { parseJson } from '../json-text.ts'

export function formatTyped(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Undefined for an empty text: to allow an empty string is the JSON editor's business. */
export function parseTyped(text: string, type: FieldType): Json | undefined {
  if (text === '') return undefined
  if (type === 'number' || type === 'integer') return readExactNumber(text) ?? text
  return type === 'array' || type === 'object' ? parseJson(text) : text
}

export function formatTypedLines(values: Json[] | undefined): string {
  return (values ?? []).map(formatTyped).join('\n')
}

export function parseTypedLines(text: string, type: FieldType): Json[] | undefined {
  const values = text
    .split('\n')
    .map((line) => parseTyped(line.trim(), type))
    .filter((value) => value !== undefined)
  return values.length > 0 ? values : undefined
}
