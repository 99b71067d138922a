import { describe, expect, test } from 'vitest'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { checkOutput } from './check-output.ts'
import { declaresNoneRequired, promisedFields, promisesNothing, requireFields } from './promised-fields.ts'

const text = { type: 'string' }
const object = (rest: object): JsonSchema => ({ type: 'object', properties: { a: text, b: text }, ...rest })
const canonical = (authored: Json) => canonicalSchema(authored).schema as JsonSchema

// biome-ignore format: table
const CASES: [title: string, response: Json, fields: string[], isEmptyAccepted: boolean][] = [
  ['without required',              object({}),                                                  [],         true],
  ['with an empty required',        object({ required: [] }),                                    [],         true],
  ['with required fields',          object({ required: ['a', 'b'] }),                            ['a', 'b'], false],
  ['that requires by allOf',        object({ allOf: [{ required: ['b'] }, { required: ['b'] }] }), ['b'],    false],
  ['that requires by reference',    { $ref: '#/$defs/r', $defs: { r: object({ required: ['a'] }) } }, ['a'], false],
  ['with requiring alternatives',   object({ anyOf: [{ required: ['a'] }, { required: ['b'] }] }), [],       false],
  ['with an open alternative',      object({ anyOf: [{ required: ['a'] }, {}] }),                [],         true],
  ['with a least number of fields', object({ minProperties: 1 }),                                [],         false],
  ['with an impossible alternative', object({ anyOf: [{ type: 'null' }, { required: ['a'] }] }), [],       false],
  ['that accepts anything',         { $schema: 'https://json-schema.org/draft/2020-12/schema' }, [],         true],
  ['as a field map',                { a: text, b: text },                                        [],         true],
  ['as a field map that requires',  { a: { ...text, required: true }, b: text },                 ['a'],      false],
]

test.each(CASES)(
  'a response %s promises what an empty result would break',
  (_, response, fields, isAccepted) => {
    const schema = canonical(response)

    expect(promisedFields(schema)).toEqual(fields)
    expect(promisesNothing(schema)).toBe(isAccepted)
    expect(checkOutput(schema, {}).length === 0).toBe(isAccepted)
  },
)

test('a skill without a response promises nothing', () => {
  expect(promisesNothing(undefined)).toBe(true)
})

test('alternatives that refer to each other in a circle promise nothing', () => {
  const circle = { anyOf: [{ $ref: '#/$defs/c' }] }
  expect(promisesNothing({ type: 'object', ...circle, $defs: { c: circle } })).toBe(true)
})

describe.each([
  ['JSON Schema', object({})],
  ['a field map', { a: text, b: text }],
])('the answer of a publisher, as %s', (_, response) => {
  test('that every field is required is kept by every result', () => {
    const answered = requireFields(response, 'all')!

    expect(promisedFields(canonical(answered))).toEqual(['a', 'b'])
    expect(checkOutput(canonical(answered), { a: 'x' })).toMatchObject([{ path: '/b' }])
  })

  test('that none is required is told apart from no answer', () => {
    const answered = requireFields(response, 'none')!

    expect(declaresNoneRequired(response)).toBe(false)
    expect(declaresNoneRequired(answered)).toBe(true)
    expect(promisesNothing(canonical(answered))).toBe(true)
  })
})

test.each([
  ['no response', undefined],
  ['an empty field map', {}],
  ['a schema without fields', { type: 'object' }],
  ['a field map with a broken field', { a: 'text' }],
])('fields cannot be required in %s', (_, response) => {
  expect(requireFields(response, 'all')).toBeUndefined()
  expect(declaresNoneRequired(response)).toBe(false)
})
