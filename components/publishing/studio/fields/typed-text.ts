/** Values in inputs. Text that does not fit its type stays text: nothing typed is lost, and the checks report it. */

import type { FieldType } from '#lib/json-schema/parse/field-map.ts'
import { issueText } from '#lib/kernel/errors.ts'
import { readExactNumber } from '#lib/kernel/json/exact-number.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { lostDigits } from '#lib/kernel/json/lost-digits.ts'
import { faultText, readJson } from '#lib/kernel/json/read-json.ts'
import { toJson } from '#lib/kernel/json/to-json.ts'

export function formatTyped(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Empty text is undefined; only the JSON editor can set "". */
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

export function formatJson(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Returns the text itself if it is not JSON or has numbers that would lose digits; the checks report both. */
export function parseJson(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  const { value, error } = readJsonText(text)
  return error === undefined ? value : text
}

/** Returns a sentence on what is wrong; undefined for valid JSON and empty text. */
export function jsonTextError(text: string): string | undefined {
  return text.trim() === '' ? undefined : readJsonText(text).error
}

function readJsonText(
  text: string,
): { value: Json; error?: undefined } | { value?: undefined; error: string } {
  const { value, fault } = readJson(text)
  if (fault) return { error: `Invalid JSON. ${faultText(fault)}` }
  const [issue = toJson(value).issue] = lostDigits(text)
  return issue ? { error: issueText(issue) } : { value }
}
