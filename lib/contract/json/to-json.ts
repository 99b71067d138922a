/**
 * Whatever was sent, as JSON of our own: a deep copy that nobody else holds.
 *
 * Ground; also in the browser. Server actions deliver dates, maps and cycles too, so "it came from a form" does
 * not make a value JSON. Copies are made by own keys: "__proto__" and "constructor" are keys like any other.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json } from './json.ts'
import { toPointer } from './json-pointer.ts'

/** Deeper values than this are refused: everything that walks a value recurses. */
export const MAX_VALUE_DEPTH = 200

/**
 * Larger values than this are refused, counted as JSON text would have them: far more than any door takes. A value that
 * a server action brings may hold one object in many places, and each of those in many others: a line of text would
 * unfold to more than any memory.
 */
const MAX_VALUE_CHARS = 16 * 1024 * 1024
/** What a value takes beside its own characters: a copy of many small ones is larger than their text. */
const VALUE_CHARS = 24

/** The copy, or what in `value` is not JSON. As in JSON text, an undefined property is an absent one. */
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

/** Sets an own property, whatever it is called. */
export function setOwn(object: Record<string, Json> | Json[], key: string | number, value: Json): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

class NotJson extends Error {
  readonly issue: Issue

  constructor(keys: (string | number)[], message: string) {
    super(message)
    this.issue = { path: toPointer(keys), keyword: 'json', message }
  }
}

/** Where the copying is, and how many characters it may still copy. */
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
    if (key === '__proto__') setOwn(copied, key, each)
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
