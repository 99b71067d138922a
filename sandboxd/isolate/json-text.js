/**
 * Turns what a handler returned into JSON text, or says in a sentence why it cannot.
 *
 * JSON.stringify loses some things silently (NaN becomes null, a Map becomes {}) and dies of others with
 * words about internals. A publisher is told what is wrong and where instead.
 */
import { isArray, isFiniteNumber, stringify } from './intrinsics.js'

// Deeper than any contract describes, shallower than what overflows a reader's stack.
const MAX_DEPTH = 200

/** Throws a TypeError for people when `value` is not JSON; `subject` is how its sentence begins. */
export function jsonText(value, subject = 'The result is') {
  /** From the result down to the object being written: each with its JSON Pointer. */
  const above = []
  return stringify(value, function check(key, child) {
    while (above.length > 0 && above[above.length - 1].object !== this) above.pop()
    const holder = above[above.length - 1]
    const at = holder ? `${holder.at}/${key}` : ''
    // An absent property is how JavaScript says "not there"; a hole in a list would silently become null.
    if (child === undefined && holder && !isArray(this)) return undefined
    const why = whyNotJson(child)
    if (why) throw new TypeError(sentence(at, why, subject))
    if (typeof child !== 'object' || child === null) return child
    if (above.some(({ object }) => object === child))
      throw new TypeError(sentence(at, 'a part that contains itself', subject))
    if (above.length >= MAX_DEPTH)
      throw new TypeError(`${subject} nested more than ${MAX_DEPTH} levels deep.`)
    above.push({ object: child, at })
    return child
  })
}

function whyNotJson(value) {
  if (value === undefined) return 'undefined'
  if (typeof value === 'bigint') return 'a BigInt (turn it into a number or a string)'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return 'a symbol'
  if (typeof value === 'number' && !isFiniteNumber(value)) return `${value}, which JSON has no number for`
  if (value instanceof Promise) return 'a promise (await it)'
  if (value instanceof Map) return 'a Map (use Object.fromEntries)'
  if (value instanceof Set) return 'a Set (use an array)'
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'binary data (encode it as text)'
  return undefined
}

function sentence(at, why, subject) {
  if (at === '' && subject === 'The result is')
    return `The handler has to return JSON, for example { message: "Done" }, and returned ${why}.`
  return `${subject} not JSON: ${at || 'what was given'} is ${why}.`
}
