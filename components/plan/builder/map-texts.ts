/** The same value with other texts in it; what holds none of them stays the same object. Pure. */
import { isObject, type Json } from '#lib/contract/json/json.ts'

export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) {
    const next = value.map((each) => mapTexts(each, change))
    return next.every((each, index) => each === value[index]) ? value : next
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)] as const)
  return entries.every(([key, each]) => each === value[key]) ? value : Object.fromEntries(entries)
}
