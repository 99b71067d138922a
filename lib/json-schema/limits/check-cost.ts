/** Estimates, before a check, whether it takes milliseconds whatever the schema and the value are. */
import type { Json, JsonSchema } from '../../json/json.ts'
import { walkSchema } from '../tree/schema-tree.ts'

/** Checks of one value against one schema, a few microseconds each: about 50 ms in the worst case. */
const MAX_CHECKS = 20_000
/** Compiling a longer schema takes longer than a check. */
const MAX_SCHEMA_CHARS = 32 * 1024
/** A pattern reads this many characters in the time of a check. */
const CHARS_PER_CHECK = 32

/** True if `value` can be checked at once; a costlier check belongs in a worker thread. */
export function isCheapToCheck(schema: JsonSchema, value: Json): boolean {
  const most = MAX_CHECKS / widthOf(schema)
  return most >= 1 && sizeUpTo(value, most) <= most
}

const widths = new WeakMap<JsonSchema, number>()

/** How many subschemas may apply to one value; infinite for a long schema. */
function widthOf(schema: JsonSchema): number {
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
    // Each makes a value that is checked too.
    if (each.default !== undefined) width += 1
  })
  return width
}

/** Number of values in `value`, long texts counted by length; stops counting above `most`. */
function sizeUpTo(value: Json, most: number): number {
  let size = 0
  const waiting: Json[] = [value]
  while (waiting.length > 0 && size <= most) {
    const next = waiting.pop() as Json
    size += typeof next === 'string' ? 1 + next.length / CHARS_PER_CHECK : 1
    // Not spread: a list may have more items than a call may have arguments.
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) waiting.push(inner)
  }
  return size
}
