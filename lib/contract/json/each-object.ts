/** Walks the lists of an unfinished document. Ground; also in the browser. */
import { isObject, type Json, type JsonObject } from './json.ts'

/** The objects of a list with their places; none when it is no list. */
export function eachObject(list: Json | undefined): [object: JsonObject, index: number][] {
  if (!Array.isArray(list)) return []
  return list.flatMap((each, index): [JsonObject, number][] => (isObject(each) ? [[each, index]] : []))
}

/** The texts of a list with their places. */
export function eachText(list: Json | undefined): [text: string, index: number][] {
  if (!Array.isArray(list)) return []
  return list.flatMap((each, index): [string, number][] => (typeof each === 'string' ? [[each, index]] : []))
}

/** The places whose text under `key` stood earlier in the list already. */
export function repeated(objects: readonly [JsonObject, number][], key: string): number[] {
  const seen = new Set<string>()
  return objects.flatMap(([object, index]) => {
    const text = object[key]
    if (typeof text !== 'string' || text === '') return []
    if (seen.has(text)) return [index]
    seen.add(text)
    return []
  })
}
