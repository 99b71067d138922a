/**
 * When two JSON values are the same value.
 *
 * Ground; also in the browser. By their text, so that no property of the values themselves ("valueOf",
 * "constructor") can have a say.
 */
import { isObject, type Json } from './json.ts'

/** One text per value: keys in one order, numbers in one spelling. */
export function sameText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sameText).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sameText(value[key] as Json)}`).join()}}`
}
