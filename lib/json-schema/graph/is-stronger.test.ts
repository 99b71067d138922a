// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { validateValue } from '../evaluate/compile.ts'
import { isStronger } from './is-stronger.ts'
import { SchemaGraph } from './schema-graph.ts'

function judge(strong: JsonSchema, weak: JsonSchema): boolean {
  const graph = new SchemaGraph()
  const [one, other] = [graph.nodeOf(strong, strong), graph.nodeOf(weak, weak)]
  graph.refine()
  return isStronger(one, other)
}

const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`^[a-z]*${index}[a-z]*$`, { type: 'string' }]),
)

describe('a schema is recognised as stronger', () => {
  // biome-ignore format: table
  test.each<[what: string, strong: JsonSchema, weak: JsonSchema]>([
    ['if it has one more rule for names by pattern', { patternProperties: { ...many, '^z': { type: 'number' } } }, { patternProperties: many }],
    ['if a nested field has one more rule', { properties: { a: { properties: { b: { type: 'string', maxLength: 3 } } } } }, { properties: { a: { properties: { b: { type: 'string' } } } } }],
    ['if a limit is tighter', { minimum: 3, maximum: 4 }, { minimum: 2, maximum: 4 }],
    ['if it lists fewer values and requires more', { enum: ['a'], required: ['a', 'b'] }, { enum: ['a', 'b'], required: ['a'] }],
    ['if a recursive type is stricter throughout', { $ref: '#/$defs/t', $defs: { t: { maxProperties: 3, properties: { next: { $ref: '#/$defs/t' } } } } }, { $ref: '#/$defs/t', $defs: { t: { properties: { next: { $ref: '#/$defs/t' } } } } }],
  ])('is recognised as a stronger schema: %s', (_, strong, weak) => {
    expect(judge(strong, weak)).toBe(true)
    expect(judge(weak, strong)).toBe(false)
  })
})

describe('a schema is not taken for stronger', () => {
  // biome-ignore format: table
  test.each<[what: string, strong: JsonSchema, weak: JsonSchema]>([
    ['where a new pattern takes names from the rule for other names', { patternProperties: { '^z': {} }, additionalProperties: false }, { additionalProperties: false }],
    ['where a new property is exempt from the rule for unlisted ones', { properties: { a: {} }, unevaluatedProperties: false }, { unevaluatedProperties: false }],
    ['where a new position is exempt from the rule for other items', { prefixItems: [{}], items: { type: 'string' } }, { items: { type: 'string' } }],
    ['where none has to be contained any more', { contains: { type: 'string' }, minContains: 0 }, { contains: { type: 'string' } }],
    ['where a choice has one more branch', { anyOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'string' }] }],
    ['where a branch of an exclusive choice is stricter', { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 1 }] }, { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 2 }] }],
    ['where a condition differs', { if: { type: 'string' }, then: false }, { if: { type: 'number' }, then: false }],
  ])('is not taken for a stronger schema: %s', (_, strong, weak) => {
    expect(judge(strong, weak)).toBe(false)
  })
})

const leaf = fc.constantFrom<JsonSchema>(
  {},
  { type: 'string' },
  { type: 'string', maxLength: 1 },
  { const: 'a' },
  { type: 'number', minimum: 2 },
)
const part = fc.record(
  {
    properties: fc.dictionary(fc.constantFrom('a', 'b'), leaf, { maxKeys: 2, noNullPrototype: true }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), leaf, { maxKeys: 2, noNullPrototype: true }),
    additionalProperties: leaf,
    required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    items: leaf,
    prefixItems: fc.array(leaf, { minLength: 1, maxLength: 2 }),
    contains: leaf,
    minContains: fc.constantFrom(0, 1),
    anyOf: fc.array(leaf, { minLength: 1, maxLength: 2 }),
    oneOf: fc.array(leaf, { minLength: 1, maxLength: 2 }),
    not: leaf,
    if: leaf,
    then: leaf,
    else: leaf,
    unevaluatedItems: leaf,
    unevaluatedProperties: leaf,
  },
  { requiredKeys: [] },
)
const value = fc.constantFrom<Json>(
  'a',
  'ab',
  1,
  3,
  [],
  ['a'],
  ['a', 1],
  [1, 'ab'],
  {},
  { a: 'a' },
  { b: 1 },
  { a: 1, b: 'ab' },
  { ab: 3 },
  { c: 'a' },
)

test('no value that a stronger schema accepts is refused by the weaker one', () => {
  fc.assert(
    fc.property(part, part, fc.array(value, { minLength: 14, maxLength: 14 }), (weak, more, values) => {
      for (const strong of [{ ...weak, ...more }, { ...more, ...weak }, more] as JsonSchema[]) {
        if (!judge(strong, weak as JsonSchema)) continue
        const between = values.filter(
          (each) =>
            validateValue(strong, each).length === 0 && validateValue(weak as JsonSchema, each).length > 0,
        )
        expect(between).toEqual([])
      }
    }),
    { numRuns: process.env.GUILDHALL_LONG ? 5_000 : 400 },
  )
})
