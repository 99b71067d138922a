/** The character codes that structure a JSON text. */
export const TOKEN = {
  quote: 34,
  comma: 44,
  minus: 45,
  colon: 58,
  openArray: 91,
  backslash: 92,
  closeArray: 93,
  openObject: 123,
  closeObject: 125,
} as const

/**
 * Returns the position after the closing quote, or the end of the text. Jumps from quote to quote, because most
 * characters of a large text are inside of strings.
 */
export function endOfString(text: string, start: number): number {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (end !== -1 && isEscaped(text, end))
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === TOKEN.backslash) backslashes += 1
  return backslashes % 2 === 1
}

export function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isInNumber(text.charCodeAt(end))) end += 1
  return end
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isInNumber(code: number): boolean {
  // + - . E e
  return isDigit(code) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101
}

/** Higher than `MAX_VALUE_DEPTH`, because a value comes with structure around it. */
export const MAX_TEXT_DEPTH = 1_000

/** Parsing 9 MB of `[],`, which are three million values, blocks the process for a second. */
const MAX_TEXT_VALUES = 600_000

/** JSON.parse takes six microseconds for each name that it has not met before, so 600,000 would block for seconds. */
const MAX_TEXT_NAMES = 50_000

/** The shortest text with one name more than the limit: `"a":1,` and longer names. */
const MIN_CHARS_OF_MANY_NAMES = MAX_TEXT_NAMES * 6

type TextExcess = { at: number; reason: string }

/**
 * Finds what makes a text too expensive to parse, without building its values. Returns undefined if its depth, its
 * values and the different names of its properties are within their limits.
 */
export function findExcess(text: string, maxValues = MAX_TEXT_VALUES): TextExcess | undefined {
  const names = text.length < MIN_CHARS_OF_MANY_NAMES ? null : new Set<string>()
  let depth = 0
  let values = 0
  let at = 0
  let lastString = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === TOKEN.quote) lastString = at
    else if (code === TOKEN.colon) names?.add(text.slice(lastString, at))
    if (code === TOKEN.openArray || code === TOKEN.openObject) depth += 1
    else if (code === TOKEN.closeArray || code === TOKEN.closeObject) depth -= 1
    else if (code === TOKEN.comma) values += 1
    if (depth > MAX_TEXT_DEPTH) return { at, reason: `nested deeper than ${MAX_TEXT_DEPTH} levels` }
    if (names && names.size > MAX_TEXT_NAMES)
      return { at, reason: `more than ${MAX_TEXT_NAMES.toLocaleString('en')} different names of properties` }
    if (values > maxValues) return { at, reason: `more than ${maxValues.toLocaleString('en')} values` }
    at = code === TOKEN.quote ? endOfString(text, at) : at + 1
  }
  return undefined
}

/** Counts the values between commas of a JSON text, without building them. */
export function countTextValues(text: string): number {
  let values = 1
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === TOKEN.comma) values += 1
    at = code === TOKEN.quote ? endOfString(text, at) : at + 1
  }
  return values
}
