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

/** The copy, or what in `value` is not JSON. As in JSON text, an undefined property is an absent one. */
export function toJson(
  value: unknown,
): { value: Json; issue?: undefined } | { value?: undefined; issue: Issue } {
  try {
    return { value: copy(value, []) }
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

function copy(value: unknown, keys: (string | number)[]): Json {
  if (keys.length > MAX_VALUE_DEPTH) {
    throw new NotJson([], `is nested deeper than ${MAX_VALUE_DEPTH} levels`)
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw new NotJson(keys, 'must be a finite number')
  }
  if (Array.isArray(value))
    return value.map((each, index) => (each === undefined ? null : copy(each, [...keys, index])))
  if (isPlain(value)) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined)
    return Object.fromEntries(entries.map(([key, each]) => [key, copy(each, [...keys, key])]))
  }
  throw new NotJson(keys, 'is not JSON')
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}
