import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { prepareInput } from '../inputs/prepare-input.ts'
import { sampleValue } from './sample-value.ts'

/** Values around which code often decides. */
const NUMBERS = [0, 1, -1, 2, 10, 99, 100, 101, 1_000, 0.5, 12.345]
const TEXTS = [
  '',
  'a',
  'Ada',
  'Two words',
  'ÄÖ é 漢字 🙂',
  '0',
  'A longer text. It has sentences, and 12 numbers: 3.5.',
]
const MAX_DEPTH = 3

/** More would take too long to check; a schema may have hundreds of fields. */
const MAX_CANDIDATES = 1_000

/**
 * Returns at most `max` different inputs that satisfy the schema: the sample, and the sample with one field changed to a
 * limit, another choice, an odd text, none, or many items; if there are more, evenly of all fields. The same for the same
 * schema.
 */
export function sampleVariants(schema: JsonSchema, max: number): Json[] {
  const sample = sampleValue(schema)
  const candidates = new Map<string, Json>([[JSON.stringify(sample), sample]])
  for (const value of changeOne(schema, sample, 0)) {
    if (candidates.size >= MAX_CANDIDATES) break
    candidates.set(JSON.stringify(value), value)
  }
  const valid = [...candidates.values()].filter((value) => prepareInput(schema, value).issues.length === 0)
  const step = Math.max(1, valid.length / max)
  return Array.from(
    { length: Math.min(max, valid.length) },
    (_, index) => valid[Math.floor(index * step)] ?? null,
  )
}

function* changeOne(schema: JsonSchema, value: Json, depth: number): Generator<Json> {
  yield* replacements(schema)
  if (depth >= MAX_DEPTH) return
  if (Array.isArray(value)) yield* changeList(schema, value, depth)
  if (!isObject(value)) return
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (!isObject(property)) continue
    const { [name]: own, ...rest } = value
    if (own !== undefined) yield rest
    for (const changed of changeOne(property, own ?? sampleValue(property), depth + 1))
      yield { ...value, [name]: changed }
  }
}

function* changeList(schema: JsonSchema, list: Json[], depth: number): Generator<Json> {
  const { items } = schema
  yield []
  if (!isObject(items)) return
  const item = list[0] ?? sampleValue(items)
  yield [item]
  yield Array.from({ length: 7 }, () => item)
  for (const changed of changeOne(items, item, depth + 1)) yield [changed, item]
}

function* replacements(schema: JsonSchema): Generator<Json> {
  const { enum: choices, minimum, maximum, minLength, maxLength } = schema as JsonObject
  const types = [schema.type].flat()
  if (Array.isArray(choices)) yield* choices
  if (types.includes('boolean')) yield* [true, false]
  if (types.includes('null')) yield null
  if (types.includes('number') || types.includes('integer'))
    yield* [minimum, maximum, ...NUMBERS].filter((each) => typeof each === 'number')
  if (!types.includes('string')) return
  yield* TEXTS
  for (const length of [minLength, maxLength])
    if (typeof length === 'number' && length <= 2_000) yield 'x'.repeat(length)
}
