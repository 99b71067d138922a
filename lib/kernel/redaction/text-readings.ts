/**
 * Each character of a secret may be escaped differently ("%73k_l\u0069ve"). All readings are in lower case
 * and without NUL, which covers UTF-16. Escapes are decoded twice, because JSON often contains JSON.
 */

/** Unit `index` is written in the text from `starts[index]` to `ends[index]`. */
export type TextReading = {
  units: Uint16Array
  length: number
  /** The units before an escape that the end of the text cuts off. */
  settled: number
  starts?: Int32Array
  ends?: Int32Array
}

const TIMES_UNDONE = 2

export function textReadings(text: string): TextReading[] {
  const plain = readLowerCase(text)
  const readings = [plain.reading]
  let isChanged = plain.hasEscapes
  for (let times = 0; times < TIMES_UNDONE && isChanged; times += 1) {
    const undone = undo(readings[times]!)
    readings.push(undone.reading)
    isChanged = undone.hasEscapes
  }
  return readings
}

const [NUL, LF, CR, PERCENT, BACKSLASH, AMPERSAND] = [0, 10, 13, 37, 92, 38]

/** ASCII characters that other readings treat differently. */
const IS_SPECIAL = new Uint8Array(128)
for (const unit of [NUL, LF, CR, PERCENT, BACKSLASH, AMPERSAND]) IS_SPECIAL[unit] = 1

function readLowerCase(text: string): { reading: TextReading; hasEscapes: boolean } {
  const { length } = text
  const units = new Uint16Array(length)
  let kinds = 0
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at)
    units[at] = (unit - 65) >>> 0 < 26 ? unit + 32 : unit
    if (unit < 128) kinds |= IS_SPECIAL[unit]!
  }
  const hasEscapes = kinds !== 0
  return { reading: { units, length, settled: length }, hasEscapes }
}

function undo({ units: from, length: count, settled: known, starts: oldStarts, ends: oldEnds }: TextReading) {
  const units = new Uint16Array(count)
  const starts = new Int32Array(count)
  const ends = new Int32Array(count)
  let length = 0
  let settled = -1
  let hasEscapes = false
  for (let at = 0; at < count; ) {
    const unit = from[at]!
    let end = at + 1
    let read = unit
    if (at >= known && settled < 0) settled = length
    if (isEscape(unit)) {
      const found = escapeAt(from, count, at)
      if (found === 'open') settled = settled < 0 ? length : settled
      else if (found) {
        end = found.end
        read = lower(found.unit)
      }
      hasEscapes ||= isEscape(read)
    }
    if (!isDropped(read)) {
      units[length] = read
      starts[length] = oldStarts?.[at] ?? at
      ends[length] = oldEnds?.[end - 1] ?? end
      length += 1
    }
    at = end
  }
  return { reading: { units, length, settled: settled < 0 ? length : settled, starts, ends }, hasEscapes }
}

type Escape = { unit: number; end: number } | 'open' | undefined

/** Returns "open" if the text ends inside the escape. */
function escapeAt(units: Uint16Array, count: number, at: number): Escape {
  if (at + 1 >= count) return 'open'
  const next = units[at + 1]!
  if (units[at] === PERCENT)
    return next === LETTER.u ? hexAt(units, count, at + 2, 4) : hexAt(units, count, at + 1, 2)
  if (units[at] === AMPERSAND) return referenceAt(units, count, at + 1)
  if (next === LETTER.x) return hexAt(units, count, at + 2, 2)
  if (next === LETTER.u)
    return units[at + 2] === LETTER['{']
      ? numberAt(units, count, at + 3, 16, LETTER['}'])
      : hexAt(units, count, at + 2, 4)
  const unit = SHORT_ESCAPES.get(next)
  return unit === undefined ? undefined : { unit, end: at + 2 }
}

const LETTER = { u: 117, x: 120, '#': 35, '{': 123, '}': 125, ';': 59 } as const
const SHORT_ESCAPES = new Map([...'"\'/\\`'].map((each) => [each.charCodeAt(0), each.charCodeAt(0)]))
for (const [letter, meant] of Object.entries({ n: LF, r: CR, t: 9, b: 8, f: 12, '0': NUL }))
  SHORT_ESCAPES.set(letter.charCodeAt(0), meant)

function hexAt(units: Uint16Array, count: number, from: number, digits: number): Escape {
  let unit = 0
  for (let at = from; at < from + digits; at += 1) {
    if (at >= count) return 'open'
    const digit = parseDigit(units[at]!, 16)
    if (digit < 0) return undefined
    unit = unit * 16 + digit
  }
  return { unit, end: from + digits }
}

const MAX_DIGITS = 8

/** Characters beyond the BMP are ignored. */
function numberAt(units: Uint16Array, count: number, from: number, base: 10 | 16, closing: number): Escape {
  let unit = 0
  let at = from
  for (; at < from + MAX_DIGITS; at += 1) {
    if (at >= count) return 'open'
    const digit = parseDigit(units[at]!, base)
    if (digit < 0) break
    unit = unit * base + digit
  }
  if (at === from || unit > 0xffff) return undefined
  if (at >= count) return 'open'
  return { unit, end: units[at] === closing ? at + 1 : at }
}

const NAMES = Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }).map(
  ([name, meant]) => [`${name};`, meant.charCodeAt(0)] as const,
)

function referenceAt(units: Uint16Array, count: number, from: number): Escape {
  if (units[from] === LETTER['#']) {
    if (from + 1 >= count) return 'open'
    return units[from + 1] === LETTER.x
      ? numberAt(units, count, from + 2, 16, LETTER[';'])
      : numberAt(units, count, from + 1, 10, LETTER[';'])
  }
  for (const [name, unit] of NAMES) {
    let length = 0
    while (length < name.length && units[from + length] === name.charCodeAt(length)) length += 1
    if (length === name.length) return { unit, end: from + length }
    if (from + length >= count) return 'open'
  }
  return undefined
}

function parseDigit(unit: number, base: 10 | 16): number {
  if (unit >= 48 && unit <= 57) return unit - 48
  return base === 16 && unit >= 97 && unit <= 102 ? unit - 87 : -1
}

function lower(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit
}

function isEscape(unit: number): boolean {
  return unit === PERCENT || unit === BACKSLASH || unit === AMPERSAND
}

function isDropped(unit: number): boolean {
  return unit === NUL || unit === LF || unit === CR
}

export function wholeEscapes(readings: readonly TextReading[], endIndex: number): number {
  let least = endIndex
  for (const { length, starts, ends } of readings.toReversed()) {
    if (!starts || !ends) continue
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! <= least) low = middle + 1
      else high = middle
    }
    if (low < length) least = Math.min(least, starts[low]!)
  }
  return least
}

export function listNeedles(spelling: string): string[] {
  const folded = spelling.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return [folded, folded.replace(/[\0\r\n]/g, '')]
}
