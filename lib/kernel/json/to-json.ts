/**
 * Turns what a server action received into plain JSON. React's format can deliver dates, maps, cycles, and one object in
 * a million places, none of which the code behind it expects.
 */
import type { Issue } from '../errors.ts'
import { isObject, type Json } from './json.ts'
import { toPointer } from './json-pointer.ts'

export const MAX_VALUE_DEPTH = 200

/** In characters of JSON. A short message can repeat one object many times, so its own length is no limit. */
const MAX_VALUE_CHARS = 16 * 1024 * 1024
const VALUE_CHARS = 24

/** Copies own keys only. Returns an issue at the first value that JSON cannot represent. */
export function toJson(
  value: unknown,
): { value: Json; issue?: undefined } | { value?: undefined; issue: Issue } {
  try {
    return { value: copy(value, { keys: [], charsLeft: MAX_VALUE_CHARS }) }
  } catch (thrown) {
    if (thrown instanceof NotJson) return { issue: thrown.issue }
    throw thrown
  }
}

/** An assignment to "__proto__" would change the prototype instead. */
export function setOwnProperty(
  object: Record<string, Json> | Json[],
  key: string | number,
  value: Json,
): void {
  // Defining a property is slow, and makes the object slow to read.
  if (key !== '__proto__') (object as Record<string | number, Json>)[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

class NotJson extends Error {
  readonly issue: Issue

  constructor(keys: (string | number)[], message: string) {
    super(message)
    this.issue = { path: toPointer(keys), keyword: 'json', message }
  }
}

type Walk = { keys: (string | number)[]; charsLeft: number }

function copy(value: unknown, walk: Walk): Json {
  if (walk.keys.length > MAX_VALUE_DEPTH) {
    throw new NotJson([], `is nested deeper than ${MAX_VALUE_DEPTH} levels`)
  }
  count(walk, VALUE_CHARS + (typeof value === 'string' ? value.length : 0))
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw new NotJson(walk.keys, 'must be a finite number')
  }
  if (Array.isArray(value))
    return value.map((each, index) => (each === undefined ? null : copyAt(index, each, walk)))
  if (isPlain(value)) return copyObject(value, walk)
  throw new NotJson(walk.keys, 'is not JSON')
}

function copyObject(value: Record<string, unknown>, walk: Walk): Json {
  const copied: Record<string, Json> = {}
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue
    const each = copyAt(key, value[key], walk)
    if (key === '__proto__') setOwnProperty(copied, key, each)
    else copied[key] = each
  }
  return copied
}

function copyAt(key: string | number, value: unknown, walk: Walk): Json {
  if (typeof key === 'string') count(walk, key.length)
  walk.keys.push(key)
  const copied = copy(value, walk)
  walk.keys.pop()
  return copied
}

function count(walk: Walk, chars: number): void {
  walk.charsLeft -= chars
  if (walk.charsLeft < 0) throw new NotJson([], `is larger than ${MAX_VALUE_CHARS / 1024 / 1024} MB`)
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

/** Returns false for dates, holes, undefined, infinite numbers, and cycles, which are deeper than any limit. */
export function isJson(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return value === null || (depth < MAX_VALUE_DEPTH && isJsonInside(value, depth + 1))
    default:
      return false
  }
}

function isJsonInside(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isJson(value[index], depth)) return false
    return true
  }
  if (!isPlainObject(value)) return false
  for (const key in value) if (!isJson((value as Record<string, unknown>)[key], depth)) return false
  return true
}

/** Returns false for objects of another realm, such as those of an iframe or a `vm` context. */
export function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
