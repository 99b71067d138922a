// Tests that checks with excessive cost are aborted, whatever causes it.
import { expect, test } from 'vitest'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { prepareInput } from '../inputs/prepare-input.ts'
import { canonicalSchema } from '../parse/canonical-schema.ts'

const many = <Each>(count: number, make: (at: number) => Each) =>
  Array.from({ length: count }, (_, at) => make(at))
const named = (count: number, make: (at: number) => [string, Json]): JsonSchema =>
  Object.fromEntries(many(count, make))
const nested = (depth: number): Json => (depth === 0 ? {} : { x: nested(depth - 1) })
const again = { $ref: '#/$defs/again' }

// biome-ignore format: table
const cases: [sentence: string, schema: JsonSchema, sent: Json][] = [
  ['references that double at every step',           { properties: { a: { $ref: '#/$defs/a0' } }, $defs: named(40, (at) => [`a${at}`, at === 39 ? { type: 'object' as const } as Json : { allOf: [{ $ref: `#/$defs/a${at + 1}` }, { $ref: `#/$defs/a${at + 1}` }] }]) }, { a: {} }],
  ['a thousand rules for each of many items',        { properties: { a: { type: 'array', items: { allOf: many(1_000, (at) => ({ maximum: -at })) } } } }, { a: many(50_000, (at) => at) }],
  ['a thousand names that many items lack',          { properties: { a: { type: 'array', items: { required: many(2_000, (at) => `n${at}`) } } } }, { a: many(50_000, () => ({})) }],
  ['hundreds of patterns for many names',            { patternProperties: named(1_000, (at) => [`^(a|b)${at}x`, { type: 'integer' }]) }, named(4_000, (at) => [`k${at}`, at])],
  ['a long text for a pattern of many steps',        { properties: { a: { type: 'string', pattern: '(a|b)*a(a|b){900}$' } } }, { a: 'ab'.repeat(400_000) }],
  // The rest runs only in the long run, because each takes a second.
  ['fields that are declared twice, level by level',  { properties: { a: again }, $defs: { again: { properties: { x: again }, patternProperties: { '^x': again } } } }, { a: nested(60) }],
  ['the same in two members of an allOf',            { properties: { a: again }, $defs: { again: { allOf: [{ properties: { x: again, y: { default: 1 } } }, { properties: { x: again } }] } } }, { a: nested(60) }],
  ['choices where no schema usually stands',         { properties: { a: { $ref: '#/x/t' } }, x: { t: { anyOf: many(3, (at) => ({ required: [`r${at}`], properties: { x: { $ref: '#/x/t' } } })) } } }, { a: nested(40) }],
]
test.each(cases.slice(0, process.env.GUILDHALL_LONG ? undefined : -3))(
  '%s: the input is refused once its check takes too much work',
  (_, more, sent) => {
    const { schema = {}, issues } = canonicalSchema({ type: 'object', ...more })
    expect(issues).toEqual([])

    expect(prepareInput(schema, sent).issues).toMatchObject([{ path: '', keyword: 'effort' }])
  },
)

test('a value that is merely large is validated', () => {
  const { schema = {} } = canonicalSchema({
    type: 'object',
    properties: {
      rows: { type: 'array', items: { $ref: '#/$defs/row' } },
      texts: { type: 'array', items: { type: 'string', pattern: '^(foo|bar)-[a-z]+$' } },
    },
    $defs: {
      row: {
        type: 'object',
        properties: { kind: { oneOf: [{ const: 1 }, { const: 2 }, { type: 'null' }] } },
      },
    },
  })
  const sent = {
    rows: many(50_000, (at) => ({ kind: 1 + (at % 2) })),
    texts: many(20_000, () => 'foo-abcdefghij'),
  }

  expect(prepareInput(schema, sent).issues).toEqual([])
})

test('a large value is compared with a thousand constants only as far as they agree', () => {
  const { schema = {} } = canonicalSchema({
    type: 'object',
    properties: { a: { anyOf: many(1_000, (at) => ({ const: { at } })) }, b: { const: { at: [0, -0] } } },
  })
  const large = many(100_000, (at) => at)

  expect(prepareInput(schema, { a: { at: 999 }, b: { at: [-0, 0] } }).issues).toEqual([])
  expect(isObject(schema) && prepareInput(schema, { a: { at: 0, large } }).issues).toMatchObject([
    { path: '/a' },
  ])
})
