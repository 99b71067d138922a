import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonObject, type JsonSchema, sameText } from '../../kernel/json/json.ts'
import { interpretSchema } from '../evaluate/interpreter.ts'
import { CANONICAL_DIALECT } from '../tree/dialect.ts'
import { canonicalize } from './canonicalize.ts'
import { checkFieldMap } from './check-field-map.ts'
import { type FieldMap, fromFieldMap, toFieldMap } from './field-map.ts'

const canonical = (authored: JsonObject) => canonicalize(authored, interpretSchema)

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
  test('a field map round-trips through JSON Schema', () => {
    fc.assert(
      fc.property(fieldMap, (map) => {
        expect(checkFieldMap(map as unknown as JsonObject)).toEqual([])
        expect(toFieldMap(fromFieldMap(map))).toEqual(map)
      }),
    )
  })

  // biome-ignore format: table
  test.each<[sentence: string, schema: JsonSchema]>([
    ['more fields are allowed',             { type: 'object', properties: {} }],
    ['it has a title',                      { type: 'object', title: 'A', additionalProperties: false }],
    ['a field has a pattern',               { type: 'object', properties: { a: { type: 'string', pattern: 'x' } }, additionalProperties: false }],
    ['a field has two types',               { type: 'object', properties: { a: { type: ['string', 'null'] } }, additionalProperties: false }],
    ['a field lists its items',             { type: 'object', properties: { a: { type: 'array', items: {} } }, additionalProperties: false }],
    ['it requires what it does not declare', { type: 'object', properties: {}, required: ['a'], additionalProperties: false }],
  ])('cannot express it if %s', (_, schema) => {
    expect(toFieldMap(schema)).toBeNull()
  })
})

const NAMES = ['a', 'b', 'type', '$ref', 'constructor', '__proto__', 'properties', 'required']
const property = fc.record(
  {
    type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null'),
    description: fc.string({ maxLength: 3 }),
    default: fc.oneof(fc.integer({ max: 9, min: 0 }), fc.string({ maxLength: 2 }), fc.constant(null)),
    enum: fc.array(fc.oneof(fc.integer({ max: 9, min: 0 }), fc.string({ maxLength: 2 })), { maxLength: 2 }),
    minimum: fc.nat(5),
    maxLength: fc.nat(5),
    title: fc.constant('A'),
  },
  { requiredKeys: ['type'] },
)
const anySchema = fc
  .record({
    properties: fc.dictionary(fc.constantFrom(...NAMES), property, { maxKeys: 3 }),
    required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
    additionalProperties: fc.constantFrom(false, false, false, true),
  })
  .map((parts) => ({ $schema: CANONICAL_DIALECT, type: 'object', ...parts }) as unknown as JsonSchema)

test('a schema expressible as a field map round-trips', () => {
  let expressible = 0
  fc.assert(
    fc.property(anySchema, (schema) => {
      const map = canonical(schema).schema && toFieldMap(schema)
      if (!map) return
      expressible++
      const again = canonical(map as unknown as JsonObject)

      expect(again.issues).toEqual([])
      expect(inOneOrder(again.schema ?? {})).toBe(inOneOrder(schema))
    }),
    { numRuns: 500 },
  )
  expect(expressible).toBeGreaterThan(20)
})

/** The order of `required` has no meaning. */
function inOneOrder({ required = [], ...schema }: JsonSchema): string {
  return sameText({ ...schema, required: [...(required as string[])].sort() })
}
