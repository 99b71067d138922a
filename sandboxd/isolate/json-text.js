/**
 * Serialises a handler's result, or explains why it cannot.
 *
 * JSON.stringify silently loses some values (NaN becomes null, a Map becomes {}) and fails on others with
 * unclear messages.
 */
import { isArray, isFiniteNumber, stringify } from './intrinsics.js'

// Deeper than any contract, but shallow enough not to overflow a parser's stack.
const MAX_DEPTH = 200

/** Throws a TypeError with a readable message if `value` is not JSON; `subject` starts the message. */
export function jsonText(value, subject = 'The result is') {
  /** The path from the result to the object being written, with JSON Pointers. */
  const ancestors = []
  return stringify(value, function check(key, child) {
    while (ancestors.length > 0 && ancestors[ancestors.length - 1].object !== this) ancestors.pop()
    const parent = ancestors[ancestors.length - 1]
    const at = parent ? `${parent.at}/${key}` : ''
    // Undefined properties are omitted; a hole in a list would silently become null.
    if (child === undefined && parent && !isArray(this)) return undefined
    const reason = jsonError(child)
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

function jsonError(value) {
  if (value === undefined) return 'undefined'
  if (typeof value === 'bigint') return 'a BigInt (convert it to a number or a string)'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return 'a symbol'
  if (typeof value === 'number' && !isFiniteNumber(value)) return `${value}, which JSON cannot represent`
  if (value instanceof Promise) return 'a promise (await it)'
  if (value instanceof Map) return 'a Map (use Object.fromEntries)'
  if (value instanceof Set) return 'a Set (use an array)'
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'binary data (encode it as text)'
  return undefined
}

function errorMessage(at, reason, subject) {
  if (at === '' && subject === 'The result is')
    return `The handler must return JSON, for example { message: "Done" }, but it returned ${reason}.`
  return `${subject} not JSON: ${at || 'the value'} is ${reason}.`
}
