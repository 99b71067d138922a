/**
 * When two JSON values are the same value.
 *
 * Ground; also in the browser. By own keys or by their text, so that no property of the values themselves ("valueOf",
 * "constructor") can have a say.
 */
import { isObject, type Json } from './json.ts'

/** Whether two values are the same; soon told where they are not. */
export function isSameJson(a: Json, b: Json): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => isSameJson(each, b[at] as Json))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key] as Json, b[key] as Json))
  )
}

/** One text per value: keys in one order, numbers in one spelling. */
export function sameText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sameText).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sameText(value[key] as Json)}`).join()}}`
}
