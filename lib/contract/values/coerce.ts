/**
 * Mends the type slips that forms, query strings and models make: one value, one declared type.
 *
 * Ground; also in the browser. It never fails: what cannot be mended without loss is left as it is, so that
 * validation is the only place that says no. Where in an input it is applied: `mend-input.ts`.
 * Source: specification "Contracts" §3; "Input and output schemas", Input coercion.
 */
import { isRounded, readExactNumber } from '../json/exact-number.ts'
import { isObject, type Json } from '../json/json.ts'

const TRUE = ['true', 'yes', '1']
const FALSE = ['false', 'no', '0']

/** What `value` can be read as when `type` is declared, best reading first; [] when nothing can be done. */
export function readingsOf(value: Json, type: string): Json[] {
  const readings = READERS[type]?.(value) ?? []
  return readings.filter((reading) => reading !== undefined) as Json[]
}

type Reader = (value: Json) => (Json | undefined)[]

const READERS: Record<string, Reader | undefined> = {
  number: (value) => [typeof value === 'string' ? readExactNumber(value) : undefined],
  integer: (value) => {
    const number = typeof value === 'string' ? readExactNumber(value) : undefined
    return [Number.isSafeInteger(number) ? number : undefined]
  },
  string: (value) => {
    if (typeof value === 'boolean') return [String(value)]
    // 12345678901234567890 arrives rounded; its text would be a different number's.
    return [typeof value === 'number' && !isRounded(value) ? String(value) : undefined]
  },
  boolean: (value) => {
    if (value === 1) return [true]
    if (value === 0) return [false]
    const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
    return [TRUE.includes(word) ? true : FALSE.includes(word) ? false : undefined]
  },
  array: (value) => {
    if (value === null || Array.isArray(value)) return []
    const parsed = readJson(value)
    return [Array.isArray(parsed) ? parsed : undefined, [value]]
  },
  object: (value) => {
    const parsed = readJson(value)
    return [isObject(parsed) ? parsed : undefined]
  },
}

/** The JSON that a text holds; undefined for other text, and when a number in it would be rounded. */
function readJson(value: Json): Json | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined
  let isExact = true
  try {
    const parsed = JSON.parse(value, (_key, each, context?: { source?: string }) => {
      if (typeof each === 'number' && context?.source && readExactNumber(context.source) === undefined)
        isExact = false
      return each
    }) as Json
    return isExact ? parsed : undefined
  } catch {
    return undefined
  }
}
