import { isObject, type Json, type JsonObject } from './json.ts'

/**
 * Returns the value with a JSON Merge Patch applied (RFC 7396): null removes a field, an object changes fields, and any
 * other value, lists included, replaces what was there.
 */
export function applyMergePatch(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const fields = new Map(Object.entries(isObject(value) ? value : {}))
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) fields.delete(name)
    else fields.set(name, applyMergePatch(fields.get(name), change))
  }
  // Unlike assignment, this makes `__proto__` a field like any other.
  return Object.fromEntries(fields) as JsonObject
}
