/**
 * A JSON value as the text in an editor.
 *
 * Text that is no JSON yet is kept as a string in the value's place: the draft saves it, a reload brings it back,
 * and the checks say that a schema, an input or an output cannot be a string. Pure.
 */
import type { Json } from '#lib/contract/json/json.ts'
import { readJson } from '#lib/contract/json/read-json.ts'

export function formatJson(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

export function parseJson(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  const { value, fault } = readJson(text)
  return fault ? text : value
}
