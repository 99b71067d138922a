import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonSchema } from '../json/json.ts'
import { checkFieldMap } from './check-field-map.ts'
import { type FieldMap, fromFieldMap, toFieldMap } from './field-map.ts'

const described = fc.record({ description: fc.string() }, { requiredKeys: [] })
const needed = fc.record({ required: fc.constant(true) }, { requiredKeys: [] })
const ofType = (type: string, more: fc.Arbitrary<object>) =>
  fc.tuple(fc.constant({ type }), needed, described, more).map((parts) => Object.assign({}, ...parts))

const field = fc.oneof(
  ofType(
    'string',
    fc.record(
      { minLength: fc.nat(9), maxLength: fc.nat(9), enum: fc.array(fc.string(), { minLength: 1 }) },
      { requiredKeys: [] },
    ),
  ),
  ofType(
    'number',
    fc.record({ min: fc.integer(), max: fc.integer(), default: fc.integer() }, { requiredKeys: [] }),
  ),
  ofType('boolean', fc.record({ default: fc.boolean() }, { requiredKeys: [] })),
  ofType('array', fc.record({}, { requiredKeys: [] })),
)
const fieldMap = fc.dictionary(
  fc.stringMatching(/^[a-z_]{1,8}$/).filter((key) => key !== 'type'),
  field,
) as fc.Arbitrary<FieldMap>

describe('a field map', () => {
  test('goes to JSON Schema and comes back the same', () => {
    fc.assert(
      fc.property(fieldMap, (map) => {
        expect(checkFieldMap(map as unknown as JsonObject)).toEqual([])
        expect(toFieldMap(fromFieldMap(map))).toEqual(map)
      }),
    )
  })

  // biome-ignore format: a table reads in rows
  test.each<[sentence: string, schema: JsonSchema]>([
    ['more fields are allowed',             { type: 'object', properties: {} }],
    ['it has a title',                      { type: 'object', title: 'A', additionalProperties: false }],
    ['a field has a pattern',               { type: 'object', properties: { a: { type: 'string', pattern: 'x' } }, additionalProperties: false }],
    ['a field has two types',               { type: 'object', properties: { a: { type: ['string', 'null'] } }, additionalProperties: false }],
    ['a field lists its items',             { type: 'object', properties: { a: { type: 'array', items: {} } }, additionalProperties: false }],
    ['it requires what it does not declare', { type: 'object', properties: {}, required: ['a'], additionalProperties: false }],
  ])('cannot say it when %s', (_, schema) => {
    expect(toFieldMap(schema)).toBeNull()
  })
})
