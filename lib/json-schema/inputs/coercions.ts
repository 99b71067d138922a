/** Values that cannot be converted without loss are left for validation to refuse. See docs/spec/contracts.md §3. */
import { isRounded, readExactNumber } from '../../kernel/json/exact-number.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'

/** `from` is the value sent, `to` what the handler gets. */
export type Coercion = { path: string; from: Json; to: Json }

const TRUE = ['true', 'yes', '1']
const FALSE = ['false', 'no', '0']

/** Returns what a value may mean as a type, the likeliest first; [] if it cannot be converted without loss. */
export function readAsType(value: Json, type: string): Json[] {
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
    // A rounded number differs from the text that was sent.
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
