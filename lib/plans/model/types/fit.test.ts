// Tests with random schemas that "assignable" and "impossible" agree with real calls.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '../../../json-schema/evaluate/compile.ts'
import { prepareInput } from '../../../json-schema/inputs/prepare-input.ts'
import { mapSchema } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '../../../kernel/json/json.ts'
import { plain, rooted, schema, value } from '../../../testing/random-schemas.ts'
import { judgeFit } from './fit.ts'
import { ANY_ITEM, getPartShape } from './part-of.ts'
import { plainShape, toShape } from './shape.ts'

const runs = process.env.GUILDHALL_LONG ? 3_000 : 60

/** Includes values that coercion changes. */
const sent = fc.oneof(
  value,
  fc.constantFrom<Json>(
    '5',
    ' 2 ',
    '0.5',
    'true',
    'no',
    '1',
    '[1]',
    '["a"]',
    '{"a":1}',
    '{}',
    0,
    1,
    [[1]],
    ['1'],
  ),
)

/** Common schemas, so that typical combinations occur often. */
const { plainly } = fc.letrec<{ plainly: unknown }>((tie) => ({
  plainly: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom<Json>(
      { type: 'string' },
      { type: 'number' },
      { type: 'integer' },
      { type: 'boolean' },
      { type: 'null' },
    ),
    fc.constantFrom<Json>(
      { enum: ['1', 'true', 'a'] },
      { const: 1 },
      { type: ['integer', 'null'] },
      { type: 'string', minLength: 1 },
    ),
    fc.record({ type: fc.constant('array'), items: tie('plainly'), minItems: fc.constantFrom(0, 1, 2) }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.record({ a: tie('plainly') }),
      required: fc.constantFrom([], ['a'], ['a', 'b']),
      additionalProperties: fc.boolean(),
    }),
    fc.record({ anyOf: fc.tuple(tie('plainly'), tie('plainly')) }),
    fc.record({ oneOf: fc.tuple(tie('plainly'), tie('plainly')) }),
  ),
}))

const anySchema = fc.oneof(plainly, schema)

const defaults = fc.constantFrom<Json>('a', 1, true, [], {}, null)

/** Adds a default to every field of a name. */
function withDefaults(root: JsonSchema, filling: Json): JsonSchema {
  return mapSchema(root, (each) => {
    const { properties } = each
    if (!isObject(properties) || !isObject(properties.b)) return each
    return { ...each, properties: { ...properties, b: { ...properties.b, default: filling } } }
  })
}

describe('whatever the schemas', () => {
  test('values of assignable types pass whatever the schemas, and impossible ones do not', () => {
    const seen = { assignable: 0, impossible: 0, coercible: 0, uncertain: 0 }
    fc.assert(
      fc.property(
        anySchema,
        anySchema,
        fc.option(defaults, { nil: undefined }),
        fc.array(sent, { minLength: 6, maxLength: 14 }),
        (one, other, filling, values) => {
          const output = rooted(one)
          const input = filling === undefined ? rooted(other) : withDefaults(rooted(other), plain(filling))
          const promised = getPartShape(toShape(output), 'x')
          const demanded = getPartShape(toShape(input), 'x')
          if (promised.presence === 'never' || demanded.presence === 'never') return
          const found = judgeFit(promised.shape, { shape: demanded.shape })
          seen[found.kind]++

          const given = plain<Json[]>(values).filter((x) => compile(output).accepts({ x }))
          const passing = given.filter((x) => prepareInput(input, { x }).issues.length === 0)
          if (found.kind === 'assignable') expect(passing).toEqual(given)
          if (found.kind === 'impossible') expect(passing).toEqual([])
          if (found.kind === 'coercible' && found.isSure) expect(passing).toEqual(given)
          if ('counterexample' in found && found.counterexample !== undefined && found.kind === 'coercible')
            expect(prepareInput(input, { x: found.counterexample }).issues).not.toEqual([])
        },
      ),
      { numRuns: runs },
    )
    // Both verdicts must occur.
    expect(Math.min(seen.assignable, seen.impossible)).toBeGreaterThan(runs / 40)
  })

  test('a part of any value satisfies the shape of that part', () => {
    fc.assert(
      fc.property(anySchema, fc.array(value, { minLength: 6, maxLength: 14 }), (one, values) => {
        const output = rooted(one)
        const given = plain<Json[]>(values).filter((x) => compile(output).accepts({ x }))
        for (const key of ['a', 'b', 0, 1, '0', ANY_ITEM] as const) {
          const { shape, presence } = getPartShape(getPartShape(toShape(output), 'x').shape, key)
          for (const x of given) {
            const [found] = memberOf(x, key)
            if (presence === 'never') expect(found).toBeUndefined()
            if (presence === 'always') expect(found).toBeDefined()
            if (found === undefined || presence === 'never') continue
            expect(compile({ allOf: [shape.schema], $defs: { ...shape.documents } }).accepts(found)).toBe(
              true,
            )
          }
        }
      }),
      { numRuns: runs },
    )
  })
})

function memberOf(whole: Json, key: string | number | typeof ANY_ITEM): Json[] {
  if (Array.isArray(whole))
    return key === ANY_ITEM ? whole.slice(0, 1) : whole.slice(Number(key), Number(key) + 1)
  return key !== ANY_ITEM && isObject(whole) && Object.hasOwn(whole, key) ? [whole[key] as Json] : []
}

// biome-ignore format: list
const PLAIN: JsonSchema[] = [
  { type: 'string' }, { type: 'number' }, { type: 'integer' }, { type: 'boolean' }, { type: 'null' }, { type: 'array' }, { type: 'object' },
  { enum: ['5', 'true'] }, { const: 1 }, { type: 'array', items: { type: 'integer' } }, { type: 'array', items: { type: 'string' }, minItems: 1 },
  { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
]
// biome-ignore format: list
const VALUES: Json[] = [
  null, true, 0, 1, 0.5, '', 'a', '5', ' 2 ', '0.5', 'true', 'no', '[1]', '["a"]', '{"a":1}', '{}', [], [1], ['1'], ['a'], [[1]], {}, { a: 1 }, { a: '1' },
]

test.each(PLAIN)('the guarantees of the schema %j are true of every value, whatever is demanded', (one) => {
  const output = { type: 'object', properties: { x: one }, required: ['x'] }
  const given = VALUES.filter((x) => compile(output).accepts({ x }))
  for (const other of PLAIN) {
    const input = { type: 'object', properties: { x: other }, required: ['x'] }
    const passing = given.filter((x) => prepareInput(input, { x }).issues.length === 0)
    const found = judgeFit(toShape(one), { shape: toShape(other) })
    const isConsistent = found.kind === 'impossible' ? passing.length === 0 : passing.length === given.length
    const isPromise =
      found.kind === 'assignable' ||
      found.kind === 'impossible' ||
      (found.kind === 'coercible' && found.isSure)
    expect([other, found.kind, isConsistent || !isPromise]).toEqual([other, found.kind, true])
  }
})

const text: JsonSchema = { type: 'string' }

// biome-ignore format: table
test.each<[string, JsonSchema, JsonSchema, object]>([
  ['text for text',                     text, text, { kind: 'assignable' }],
  ['an enum for text',                  { enum: ['a', 'b'] }, text, { kind: 'assignable' }],
  ['text for an enum',                  text, { enum: ['a', 'b'] }, { kind: 'uncertain' }],
  ['text for text that is not empty',   text, { type: 'string', minLength: 1 }, { kind: 'uncertain', counterexample: '' }],
  ['text or null for text',             { type: ['string', 'null'] }, text, { kind: 'uncertain', counterexample: null }],
  ['null for text',                     { type: 'null' }, text, { kind: 'impossible' }],
  ['a whole number for a number',       { type: 'integer' }, { type: 'number' }, { kind: 'assignable' }],
  ['a number for a whole number',       { type: 'number' }, { type: 'integer' }, { kind: 'uncertain' }],
  ['text for a number',                 text, { type: 'number' }, { kind: 'coercible', isSure: false }],
  ['words for a number',                { enum: ['one', 'two'] }, { type: 'number' }, { kind: 'impossible' }],
  ['a count for text',                  { type: 'integer', minimum: 0, maximum: 10 }, text, { kind: 'coercible', isSure: true }],
  ['a truth for text',                  { type: 'boolean' }, text, { kind: 'coercible', isSure: true }],
  ['one for a list',                    text, { type: 'array', items: text }, { kind: 'coercible', isSure: true }],
  ['one for a list of numbers',         { type: 'object' }, { type: 'array', items: { type: 'number' } }, { kind: 'impossible' }],
  ['a list for one',                    { type: 'array', items: text }, text, { kind: 'impossible' }],
  ['an object for text',                { type: 'object' }, text, { kind: 'impossible' }],
  ['a list of texts for one of numbers', { type: 'array', items: text, minItems: 1 }, { type: 'array', items: { type: 'number' } }, { kind: 'coercible', isSure: false }],
  ['another constant',                  { const: 'cat' }, { const: 'dog' }, { kind: 'impossible' }],
  ['a wide object for a strict one',    { type: 'object', properties: { a: text }, required: ['a'] }, { type: 'object', properties: { a: text }, additionalProperties: false }, { kind: 'uncertain' }],
  ['an object without what is required', { type: 'object', additionalProperties: false, properties: { a: text } }, { type: 'object', required: ['b'] }, { kind: 'impossible' }],
  ['a value filled by a default',              { type: 'object', additionalProperties: false }, { type: 'object', required: ['b'], properties: { b: { type: 'string', default: 'x' } } }, { kind: 'coercible', isSure: false }],
])('the fit of two schemas: %s', (_, promised, demanded, expected) => {
  expect(judgeFit(toShape(promised), { shape: toShape(demanded) })).toMatchObject(expected)
})

test('values that would need coercion do not fit without it', () => {
  expect(judgeFit(plainShape(text), { shape: plainShape({ type: 'array' }), isFinal: true }).kind).toBe(
    'impossible',
  )
})

test('comparing types that contain themselves ends', () => {
  const tree: JsonSchema = { type: 'object', properties: { next: { $ref: '#' }, name: text } }
  expect(judgeFit(toShape(tree), { shape: toShape(tree) }).kind).toBe('assignable')
  expect(judgeFit(getPartShape(toShape(tree), 'next').shape, { shape: toShape(tree) }).kind).toBe(
    'assignable',
  )
})
