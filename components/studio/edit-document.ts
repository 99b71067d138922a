/**
 * Edits of a document by JSON Pointer, each returning a new document and leaving the old one alone.
 *
 * Parts that did not change stay the same objects, and properties keep their places: a download after one edit
 * differs from the upload by that edit. Pure.
 */
import type { Json, JsonObject } from '#lib/contract/json/json.ts'
import { isObject } from '#lib/contract/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '#lib/contract/json/json-pointer.ts'

/** Puts `value` at `pointer`, making the objects on the way; undefined takes away what is there. */
export function setAt(document: Json, pointer: string, value: Json | undefined): Json {
  return place(document, pointerKeys(pointer), value) ?? null
}

/** Adds an item at the end of the list at `pointer`, making the list when there is none. */
export function append(document: Json, pointer: string, item: Json): Json {
  return setAt(document, pointer, [...listAt(document, pointer), item])
}

/** Takes the item away; an empty list goes with its last item unless `keepList`. */
export function removeItem(document: Json, pointer: string, index: number, keepList = false): Json {
  const left = listAt(document, pointer).filter((_, each) => each !== index)
  return setAt(document, pointer, left.length === 0 && !keepList ? undefined : left)
}

/** Moves the item `by` places; over an edge of the list nothing happens. */
export function moveItem(document: Json, pointer: string, index: number, by: number): Json {
  const list = [...listAt(document, pointer)]
  const to = index + by
  const item = list[index]
  if (item === undefined || to < 0 || to >= list.length) return document
  list.splice(index, 1)
  list.splice(to, 0, item)
  return setAt(document, pointer, list)
}

export function listAt(document: Json, pointer: string): Json[] {
  const found = valueAt(document, pointer)
  return Array.isArray(found) ? found : []
}

/** The text at `pointer`; "" for what is absent or no text, as a field shows it. */
export function textAt(document: Json, pointer: string): string {
  const found = valueAt(document, pointer)
  return typeof found === 'string' ? found : ''
}

/** Pointer of an item: "/skills" and 2 → "/skills/2". */
export function itemPointer(list: string, index: number): string {
  return list + toPointer([index])
}

function place(
  before: Json | undefined,
  [key, ...rest]: string[],
  value: Json | undefined,
): Json | undefined {
  if (key === undefined) return value
  if (Array.isArray(before)) {
    const copy = [...before]
    const placed = place(before[Number(key)], rest, value)
    if (placed === undefined) copy.splice(Number(key), 1)
    else copy[Number(key)] = placed
    return copy
  }
  return placeProperty(isObject(before) ? before : {}, key, rest, value)
}

function placeProperty(before: JsonObject, key: string, rest: string[], value: Json | undefined): JsonObject {
  const has = Object.hasOwn(before, key)
  const placed = place(has ? before[key] : undefined, rest, value)
  if (placed === undefined) {
    return has ? Object.fromEntries(Object.entries(before).filter(([name]) => name !== key)) : before
  }
  return { ...before, [key]: placed }
}
