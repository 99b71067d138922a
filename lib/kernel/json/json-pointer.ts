import { isObject, type Json, type JsonObject } from './json.ts'

/** Returns "/a/0/b~1c" for ['a', 0, 'b/c']; "" for the whole value. */
export function toPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Returns undefined if there is no value at the pointer. Reads own keys only, so "/constructor" finds nothing. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let found = value
  for (const key of pointerKeys(pointer)) {
    if (Array.isArray(found)) found = found[Number(key)]
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key]
    else return undefined
  }
  return found
}

/** Returns the objects of a list with their positions; none for anything but a list. */
export function objectEntries(list: Json | undefined): [object: JsonObject, index: number][] {
  if (!Array.isArray(list)) return []
  return list.flatMap((each, index): [JsonObject, number][] => (isObject(each) ? [[each, index]] : []))
}

/** Returns the texts of a list with their positions; none for anything but a list. */
export function textEntries(list: Json | undefined): [text: string, index: number][] {
  if (!Array.isArray(list)) return []
  return list.flatMap((each, index): [string, number][] => (typeof each === 'string' ? [[each, index]] : []))
}

/** Returns the positions of objects whose text at `key` an earlier one has too. */
export function repeatedIndexes(objects: readonly [JsonObject, number][], key: string): number[] {
  const seen = new Set<string>()
  return objects.flatMap(([object, index]) => {
    const text = object[key]
    if (typeof text !== 'string' || text === '') return []
    if (seen.has(text)) return [index]
    seen.add(text)
    return []
  })
}
