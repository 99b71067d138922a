/**
 * Serialises a handler's result, or explains why it cannot.
 *
 * JSON.stringify silently loses some values (NaN becomes null; a Map, an Error and Headers become {}) and fails on
 * others with unclear messages.
 */
import { getPrototypeOf, isArray, isFiniteNumber, keys, stringify } from './intrinsics.js'

// Deeper than any contract, and not deep enough to overflow the stack of a parser.
const MAX_DEPTH = 200

/** Throws a TypeError with a readable message if `value` is not JSON; `subject` starts the message. */
export function jsonText(value, subject = 'The result is') {
  /** The path from the result to the object being written, with JSON Pointers. */
  const ancestors = []
  return stringify(value, function check(key, child) {
    while (ancestors.length > 0 && ancestors[ancestors.length - 1].object !== this) ancestors.pop()
    const parent = ancestors[ancestors.length - 1]
    const at = parent ? `${parent.at}/${pointerSegment(key)}` : ''
    // Undefined properties are omitted; a hole in a list would silently become null.
    if (child === undefined && parent && !isArray(this)) return undefined
    const reason = child === null ? findLostDate(this[key]) : jsonError(child)
    if (reason) throw new TypeError(errorMessage(at, reason, subject))
    if (typeof child !== 'object' || child === null) return child
    if (ancestors.some(({ object }) => object === child))
      throw new TypeError(errorMessage(at, 'a circular reference', subject))
    if (ancestors.length >= MAX_DEPTH)
      throw new TypeError(`${subject} nested more than ${MAX_DEPTH} levels deep.`)
    ancestors.push({ object: child, at })
    return child
  })
}

/** Escapes a key for a JSON Pointer (RFC 6901). */
function pointerSegment(key) {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** Recognises an invalid Date, whose toJSON returns null. */
function findLostDate(original) {
  return original instanceof Date ? 'an invalid Date' : undefined
}

function jsonError(value) {
  if (value === undefined) return 'undefined'
  if (typeof value === 'bigint') return 'a BigInt (convert it to a number or a string)'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return 'a symbol'
  if (typeof value === 'number' && !isFiniteNumber(value)) return `${value}, which JSON cannot represent`
  return typeof value === 'object' && value !== null ? objectError(value) : undefined
}

const { prototype: plain } = Object

/** Explains objects whose content JSON.stringify would lose. Instances with fields of their own are written as these fields. */
function objectError(value) {
  const prototype = getPrototypeOf(value)
  if (prototype === plain || prototype === null || isArray(value)) return undefined
  if (value instanceof Promise) return 'a promise (await it)'
  if (value instanceof Map) return 'a Map (use Object.fromEntries)'
  if (value instanceof Set) return 'a Set (use an array)'
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || isInstance(value, 'SharedArrayBuffer'))
    return 'binary data (encode it as text)'
  if (value instanceof Error) return `${nameWithArticle(value, 'Error')} (throw it, or return its message)`
  for (const [name, hint] of HINTS)
    if (isInstance(value, name)) return `${nameWithArticle(value, name)} (${hint})`
  const unboxed = value instanceof Number ? jsonError(Number(value)) : undefined
  if (unboxed) return unboxed
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return undefined
  // BigInt.prototype and Symbol.prototype have no fields, and neither has a platform object.
  if (keys(value).length > 0) return undefined
  return `${nameWithArticle(value, 'object')} without fields (return a plain object)`
}

/** Classes whose instances are refused even with fields of their own, with what to do instead. */
const HINTS = [
  ['RegExp', 'use its source'],
  ['Headers', 'use Object.fromEntries'],
  ['FormData', 'use Object.fromEntries'],
  ['URLSearchParams', 'use Object.fromEntries, or String'],
  ['Response', 'await its json() or text()'],
  ['Request', 'await its json() or text()'],
  ['Blob', 'await its text()'],
  ['ReadableStream', 'read it first'],
  ['WeakMap', 'it cannot be listed'],
  ['WeakSet', 'it cannot be listed'],
  ['WeakRef', 'use deref'],
  ['Iterator', 'spread it into an array'],
  ['Event', 'use its fields'],
]

/** Like `instanceof`, for a global that the handler may have replaced with something that has no instances. */
function isInstance(value, name) {
  const type = globalThis[name]
  return typeof type === 'function' && typeof type.prototype === 'object' && value instanceof type
}

/** Returns the name of the class, or what the object calls itself, with an article: “an AsyncGenerator”. */
function nameWithArticle(value, fallback) {
  const names = [value.constructor?.name, value[Symbol.toStringTag]]
  const shown = names.find((name) => typeof name === 'string' && /^[\w$]{1,60}$/.test(name)) ?? fallback
  return `${/^[AEIO]/i.test(shown) ? 'an' : 'a'} ${shown}`
}

function errorMessage(at, reason, subject) {
  if (at === '' && subject === 'The result is')
    return `The handler must return JSON, for example { message: "Done" }, but it returned ${reason}.`
  return `${subject} not JSON: ${at || 'the value'} is ${reason}.`
}
