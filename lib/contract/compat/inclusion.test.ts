// Soundness: what is called included is, and every witness separates, whatever the schemas. Against the validator.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../json/json.ts'
import { compile } from '../schema/compile.ts'
import { SchemaPair } from './inclusion.ts'
import { STRICT } from './lenience.ts'

const small = fc.integer({ min: -2, max: 4 })
const name = fc.constantFrom('a', 'b', 'ab')
const maybe = <Value>(each: fc.Arbitrary<Value>) => fc.option(each, { nil: undefined })
const pattern = fc.constantFrom('^a', 'b$', '^[ab]*$', 'a|b', '^.{2}$', '^(ab)+$', '[^a]')

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(
      {},
      { type: 'null' },
      { type: 'boolean' },
      { type: ['string', 'null'] },
      false,
      true,
    ),
    fc.record({
      type: fc.constantFrom('integer', 'number'),
      minimum: maybe(small),
      exclusiveMaximum: maybe(small),
      multipleOf: maybe(fc.constantFrom(1, 2, 3, 0.5)),
    }),
    fc.record({
      type: maybe(fc.constant('string')),
      minLength: maybe(fc.nat(3)),
      maxLength: maybe(fc.nat(3)),
      pattern: maybe(pattern),
      format: maybe(fc.constantFrom('date', 'ipv4', 'email')),
    }),
    fc.record({
      enum: fc.uniqueArray(fc.constantFrom<Json>('a', 'ab', 1, 2, null, true, [], {}), { minLength: 1 }),
    }),
    fc.record({ const: fc.constantFrom<Json>('a', 1, null, ['a'], { a: 1 }) }),
    fc.record({
      type: fc.constant('array'),
      prefixItems: maybe(fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
      items: maybe(tie('schema')),
      minItems: maybe(fc.nat(2)),
      maxItems: maybe(fc.nat(2)),
      uniqueItems: maybe(fc.boolean()),
    }),
    fc.record({
      contains: tie('schema'),
      minContains: maybe(fc.nat(2)),
      maxContains: maybe(fc.nat(2)),
    }),
    fc.record({
      type: maybe(fc.constant('object')),
      properties: maybe(fc.dictionary(name, tie('schema'), { maxKeys: 3 })),
      patternProperties: maybe(fc.dictionary(pattern, tie('schema'), { maxKeys: 2 })),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: maybe(tie('schema')),
      minProperties: maybe(fc.nat(2)),
      maxProperties: maybe(fc.nat(2)),
    }),
    fc.record({ propertyNames: tie('schema') }),
    fc.record({ dependentRequired: fc.dictionary(name, fc.array(name, { maxLength: 1 }), { maxKeys: 2 }) }),
    fc.record({ dependentSchemas: fc.dictionary(name, tie('schema'), { maxKeys: 1 }) }),
    fc.record({
      allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      unevaluatedProperties: maybe(tie('schema')),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('schema') }),
    // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
    fc.record({ if: tie('schema'), then: maybe(tie('schema')), else: maybe(tie('schema')) }),
    fc.constantFrom<Json>({ $ref: '#/$defs/list' }, { $ref: '#/$defs/tree' }),
  ),
}))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 'a', 'ab', 'b', 'aab', '', 'abab', 1.5, 0.5, '2026-01-31', '1.2.3.4'),
    small,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

/** Generated parts hold undefined and objects without prototype; JSON has neither. */
function plain<Value>(each: unknown): Value {
  return JSON.parse(JSON.stringify(each))
}

const $defs: JsonSchema = {
  list: {
    type: 'object',
    properties: { a: { $ref: '#/$defs/list' }, b: { type: 'string' } },
    additionalProperties: false,
  },
  tree: { anyOf: [{ type: 'integer' }, { type: 'array', items: { $ref: '#/$defs/tree' } }] },
}

function rooted(inside: unknown): JsonSchema {
  return plain({
    type: 'object',
    properties: { x: inside },
    required: ['x'],
    additionalProperties: false,
    $defs,
  })
}

const runs = process.env.GUILDHALL_LONG ? 3_000 : 150

describe('one schema in another', () => {
  test('is never called included when a value separates them, and every witness does', () => {
    fc.assert(
      fc.property(schema, schema, fc.array(value, { minLength: 5, maxLength: 12 }), (one, other, values) => {
        const [inner, outer] = [rooted(one), rooted(other)]
        const pair = new SchemaPair(inner, outer)
        const answer = pair.includes(pair.after, pair.before, STRICT)
        const separates = (each: Json) => compile(inner).accepts(each) && !compile(outer).accepts(each)

        if (answer.is === 'not included')
          expect([answer.witness, separates(answer.witness)]).toEqual([answer.witness, true])
        if (answer.is === 'included')
          expect(
            plain<Json[]>(values)
              .map((x) => ({ x }))
              .filter(separates),
          ).toEqual([])
      }),
      { numRuns: runs },
    )
  })

  test('holds of every schema and itself', () => {
    fc.assert(
      fc.property(schema, (each) => {
        const pair = new SchemaPair(rooted(each), rooted(each))
        expect(pair.includes(pair.after, pair.before, STRICT).is).toBe('included')
      }),
      { numRuns: runs },
    )
  })

  // biome-ignore format: a table reads in rows
  test.each<[name: string, is: string, inner: JsonSchema, outer: JsonSchema]>([
    ['different items run out of a short list',        'not included', { type: 'array', uniqueItems: true }, { contains: {}, minContains: 0, maxContains: 2 }],
    ['a pattern in a wider one',                       'included',     { type: 'string', pattern: '^[a-c]+$' }, { pattern: '^[a-z]*$' }],
    ['every multiple of 6 is one of 3',                'included',     { type: 'number', multipleOf: 0.6 }, { multipleOf: 0.3 }],
    ['a type that contains itself, written out once',  'included',     { $ref: '#/$defs/list' }, { type: 'object', properties: { a: { $ref: '#/$defs/list' } } }],
    ['branches that exclude each other, as any of',    'included',     { oneOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['string', 'null'] }],
    // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
    ['a condition that is always met',                 'included',     { type: 'string' }, { if: { type: 'string' }, then: { minLength: 0 }, else: false }],
    ['a reference that nobody can follow',             'undecided',    { $ref: 'https://example.com/a' }, { $ref: 'https://example.com/b' }],
  ])('%s: %s', (_, is, inner, outer) => {
    const pair = new SchemaPair({ ...inner, $defs }, { ...outer, $defs })
    expect(pair.includes(pair.after, pair.before, STRICT).is).toBe(is)
  })
})
