/**
 * Edits of a document as JSON. Unchanged parts keep identity and order, so that a download differs only by the edit.
 */
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '#lib/kernel/json/json-pointer.ts'

/** Sets a value and creates missing parents. Undefined removes the property. */
export function setAt(document: Json, pointer: string, value: Json | undefined): Json {
  return withValueAt(document, pointerKeys(pointer), value) ?? null
}

export function append(document: Json, pointer: string, item: Json): Json {
  return setAt(document, pointer, [...listAt(document, pointer), item])
}

export function removeItem(document: Json, pointer: string, index: number, isListRequired = false): Json {
  const remaining = listAt(document, pointer).filter((_, other) => other !== index)
  return setAt(document, pointer, remaining.length === 0 && !isListRequired ? undefined : remaining)
}

export function moveItem(document: Json, pointer: string, index: number, offset: number): Json {
  const list = [...listAt(document, pointer)]
  const to = index + offset
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

export function textAt(document: Json, pointer: string): string {
  const found = valueAt(document, pointer)
  return typeof found === 'string' ? found : ''
}

export function itemPointer(list: string, index: number): string {
  return list + toPointer([index])
}

function withValueAt(
  before: Json | undefined,
  [key, ...rest]: string[],
  value: Json | undefined,
): Json | undefined {
  if (key === undefined) return value
  if (Array.isArray(before)) {
    const copy = [...before]
    const updated = withValueAt(before[Number(key)], rest, value)
    if (updated === undefined) copy.splice(Number(key), 1)
    else copy[Number(key)] = updated
    return copy
  }
  return withPropertyAt(isObject(before) ? before : {}, key, rest, value)
}

function withPropertyAt(
  before: JsonObject,
  key: string,
  rest: string[],
  value: Json | undefined,
): JsonObject {
  const has = Object.hasOwn(before, key)
  const updated = withValueAt(has ? before[key] : undefined, rest, value)
  if (updated === undefined) {
    return has ? Object.fromEntries(Object.entries(before).filter(([name]) => name !== key)) : before
  }
  return { ...before, [key]: updated }
}
