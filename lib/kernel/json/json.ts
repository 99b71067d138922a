export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** Any object: schemas come from outside. Once `canonicalSchema` has accepted one, it follows draft 2020-12. */
export type JsonSchema = JsonObject

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns undefined for inherited names such as "constructor" and "__proto__". */
export function ownEntry<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Ignores the order of keys, and compares own keys only. */
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

/** Two objects whose keys have another order are not identical. */
export function isIdenticalJson(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** Returns one text for all values that `isSameJson` calls the same, as a key for maps. */
export function sameText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sameText).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sameText(value[key] as Json)}`).join()}}`
}
