/** Estimates whether a check takes milliseconds. */
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { walkSchema } from '../tree/schema-tree.ts'

/** A check takes a few microseconds, so this many take 50 ms at most. */
const MAX_CHECKS = 20_000
const MAX_SCHEMA_CHARS = 32 * 1024
/** Reading this much of a text takes as long as one check. */
const CHARS_PER_CHECK = 32

/** Returns false where checking would block the process for longer, so that it belongs in a worker thread. */
export function isCheapToCheck(schema: JsonSchema, value: Json): boolean {
  const most = MAX_CHECKS / countBranches(schema)
  return most >= 1 && sizeUpTo(value, most) <= most
}

const widths = new WeakMap<JsonSchema, number>()

/** Returns how many checks one value may need. Infinite for a schema that takes long to compile. */
function countBranches(schema: JsonSchema): number {
  const known = widths.get(schema) ?? measureWidth(schema)
  widths.set(schema, known)
  return known
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const
const MAPS = ['patternProperties', 'dependentSchemas'] as const

function measureWidth(schema: JsonSchema): number {
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARS) return Number.POSITIVE_INFINITY
  let width = 1
  walkSchema(schema, (each) => {
    for (const keyword of [...LISTS, ...MAPS]) width += Object.keys(each[keyword] ?? {}).length
    if (each.default !== undefined) width += 1
  })
  return width
}

/** Counts values, and long texts by their length. Stops above `most`. */
function sizeUpTo(value: Json, most: number): number {
  let size = 0
  const waiting: Json[] = [value]
  while (waiting.length > 0 && size <= most) {
    const next = waiting.pop() as Json
    size += typeof next === 'string' ? 1 + next.length / CHARS_PER_CHECK : 1
    // Spreading a list of 100,000 items into `push` would exceed the call stack.
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) waiting.push(inner)
  }
  return size
}
