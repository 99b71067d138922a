/**
 * The text of a line of the log. Plain data is written as JSON, which can be copied; everything else as a developer knows
 * it from Node: `Map(1) {"a" => 1}`, `Point {"x":1}`, an error with its causes.
 */
import { getPrototypeOf, isArray, keys, stringify } from './intrinsics.js'
import { describeThrown } from './thrown.js'

// The log cuts lines there. Without a limit, an object that refers to itself in many ways would take forever.
const MAX_CHARS = 8192
const MAX_DEPTH = 50

/** A first text is a format: `%s is %d`. The values that it does not use follow it, separated by spaces. */
export function formatValues(values) {
  const [first, ...rest] = values
  if (typeof first !== 'string' || rest.length === 0) return values.map(formatValue).join(' ')
  const text = first.replaceAll(/%([sdifjoOc%])/g, (directive, letter) => {
    if (letter === '%') return '%'
    if (rest.length === 0) return directive
    return formatAs(letter, rest.shift())
  })
  return [text, ...rest.map(formatValue)].join(' ')
}

/** Formats a value by a directive of the Console Standard, or Node's %j. */
function formatAs(letter, value) {
  try {
    switch (letter) {
      case 's':
        return formatValue(value)
      case 'd':
        if (typeof value === 'bigint') return `${value}n`
        return isScalar(value) ? String(Number(value)) : 'NaN'
      case 'i':
        if (typeof value === 'bigint') return `${value}n`
        return isScalar(value) ? String(Number.parseInt(value, 10)) : 'NaN'
      case 'f':
        return typeof value === 'symbol' ? 'NaN' : String(Number.parseFloat(value))
      case 'j':
        return String(stringify(value))
      // Styles cannot be shown.
      case 'c':
        return ''
      default:
        return inspect(value, [])
    }
  } catch {
    return UNSHOWABLE
  }
}

function isScalar(value) {
  return typeof value !== 'object' && typeof value !== 'symbol' && typeof value !== 'function'
}

const UNSHOWABLE = '[cannot be shown]'

function formatValue(value) {
  try {
    return typeof value === 'string' ? value : inspect(value, [])
  } catch {
    return UNSHOWABLE
  }
}

function inspect(value, ancestors) {
  switch (typeof value) {
    case 'string':
      return stringify(value)
    case 'bigint':
      return `${value}n`
    case 'function':
      return `[${isClass(value) ? 'class' : 'function'} ${value.name || 'anonymous'}]`
    case 'object':
      return value === null ? 'null' : inspectObject(value, ancestors)
    default:
      return Object.is(value, -0) ? '-0' : String(value)
  }
}

function isClass(value) {
  return Function.prototype.toString.call(value).startsWith('class')
}

function inspectObject(value, ancestors) {
  if (ancestors.includes(value)) return '[circular]'
  if (ancestors.length >= MAX_DEPTH) return isArray(value) ? '[…]' : '{…}'
  const inside = [...ancestors, value]
  if (value instanceof Error) return inspectError(value, inside)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof RegExp || value instanceof URL) return String(value)
  const name = classNameOf(value)
  if (isArray(value)) return `${name && name !== 'Array' ? `${name} ` : ''}[${listOf(value, inside)}]`
  if (value instanceof Map) return `${name}(${value.size}) {${entriesOf(value, ' => ', inside)}}`
  if (value instanceof Set) return `${name}(${value.size}) {${listOf(value, inside)}}`
  if (value instanceof DataView || value instanceof ArrayBuffer) return `${name}(${value.byteLength})`
  if (ArrayBuffer.isView(value)) return `${name}(${value.length}) [${listOf(value, inside)}]`
  if (value instanceof Headers || value instanceof URLSearchParams || value instanceof FormData)
    return `${name} {${entriesOf(value, ':', inside)}}`
  if (value instanceof Response) return `Response {"status":${value.status},"url":${stringify(value.url)}}`
  if (value instanceof Request) return `Request {"method":"${value.method}","url":${stringify(value.url)}}`
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return `[${name}: ${inspect(value.valueOf(), inside)}]`
  if (value instanceof Promise) return 'Promise {…}'
  if (typeof value.toJSON === 'function') return inspect(value.toJSON(), inside)
  return `${name && name !== 'Object' ? `${name} ` : ''}{${fieldsOf(value, inside)}}`
}

function inspectError(error, inside) {
  const { stack, name, message, related = [] } = describeThrown(error)
  const fields = keys(error).filter((key) => key !== 'cause' && key !== 'errors')
  const own = fields.length > 0 ? ` {${fieldsOf(error, inside, fields)}}` : ''
  const others = related.map((each) => `\n[${each.kind}]: ${each.stack || `${each.name}: ${each.message}`}`)
  return `${stack || `${name}: ${message}`}${own}${others.join('')}`
}

/** Returns undefined for objects without a prototype. */
function classNameOf(value) {
  if (getPrototypeOf(value) === null) return undefined
  const { name } = value.constructor ?? {}
  return typeof name === 'string' && name !== '' ? name : value[Symbol.toStringTag]
}

function listOf(values, inside) {
  return joinWithin(values, (each) => inspect(each, inside))
}

function entriesOf(entries, separator, inside) {
  return joinWithin(entries, ([key, each]) => `${inspect(key, inside)}${separator}${inspect(each, inside)}`)
}

function fieldsOf(value, inside, names = keys(value)) {
  return joinWithin(names, (key) => `${stringify(key)}:${inspect(value[key], inside)}`)
}

function joinWithin(values, toText) {
  const parts = []
  let chars = 0
  for (const each of values) {
    if (chars > MAX_CHARS) {
      parts.push('…')
      break
    }
    const part = toText(each)
    parts.push(part)
    chars += part.length + 1
  }
  return parts.join(',')
}
