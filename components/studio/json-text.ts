/**
 * A JSON value as the text in an editor.
 *
 * Text that is no JSON yet, or writes a number that nobody can keep, is kept as a string in the value's place: the draft saves it, a reload brings it back,
 * and the checks say that a schema, an input or an output cannot be a string. Pure.
 */
import type { Json } from '#lib/contract/json/json.ts'
import { lostDigits } from '#lib/contract/json/lost-digits.ts'
import { faultText, readJson } from '#lib/contract/json/read-json.ts'
import { toJson } from '#lib/contract/json/to-json.ts'
import { issueText } from '#lib/errors.ts'

export function formatJson(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

export function parseJson(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  const { value, whyNot } = readTyped(text)
  return whyNot === undefined ? value : text
}

/** What is wrong with text that is kept as text; undefined for JSON, and for nothing at all. */
export function whyNotJson(text: string): string | undefined {
  return text.trim() === '' ? undefined : readTyped(text).whyNot
}

function readTyped(
  text: string,
): { value: Json; whyNot?: undefined } | { value?: undefined; whyNot: string } {
  const { value, fault } = readJson(text)
  if (fault) return { whyNot: `This is no JSON yet. ${faultText(fault)}` }
  // Stored, they would be other numbers than those that stand here.
  const [issue = toJson(value).issue] = lostDigits(text)
  return issue ? { whyNot: issueText(issue) } : { value }
}
