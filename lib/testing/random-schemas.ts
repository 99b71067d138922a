/**
 * Random schemas, and values that match or violate them, for property tests. Both use the same few names and texts, so
 * that they match often.
 */
import fc from 'fast-check'
import type { Json, JsonSchema } from '../kernel/json/json.ts'

const small = fc.integer({ min: -2, max: 4 })
const name = fc.constantFrom('a', 'b', 'ab')
const maybe = <Value>(each: fc.Arbitrary<Value>) => fc.option(each, { nil: undefined })
const pattern = fc.constantFrom('^a', 'b$', '^[ab]*$', 'a|b', '^.{2}$', '^(ab)+$', '[^a]')

export const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
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

export const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 'a', 'ab', 'b', 'aab', '', 'abab', 1.5, 0.5, '2026-01-31', '1.2.3.4'),
    small,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

/** Removes undefined and prototypes from generated values, because JSON has none. */
export function plain<Value>(each: unknown): Value {
  return JSON.parse(JSON.stringify(each))
}

export const $defs: JsonSchema = {
  list: {
    type: 'object',
    properties: { a: { $ref: '#/$defs/list' }, b: { type: 'string' } },
    additionalProperties: false,
  },
  tree: { anyOf: [{ type: 'integer' }, { type: 'array', items: { $ref: '#/$defs/tree' } }] },
}

export function rooted(inside: unknown): JsonSchema {
  return plain({
    type: 'object',
    properties: { x: inside },
    required: ['x'],
    additionalProperties: false,
    $defs,
  })
}
