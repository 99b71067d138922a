import { describe, expect, test } from 'vitest'
import { prepareInput } from '../inputs/prepare-input.ts'
import { sampleValue } from './sample-value.ts'

const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object' as const,
  properties: JSON.parse(JSON.stringify(properties)),
  required,
  additionalProperties: false,
})

describe('an example input for a schema', () => {
  // biome-ignore format: table
  test.each([
    ['a stated example',    object({ name: { type: 'string', examples: ['Ada'] } }),                     { name: 'Ada' }],
    ['a default',           object({ days: { type: 'integer', default: 3 } }),                           { days: 3 }],
    ['the first choice',    object({ unit: { enum: ['km', 'mi'] } }),                                    { unit: 'km' }],
    ['a labelled choice',   object({ unit: { oneOf: [{ const: 'km', title: 'Kilometres' }] } }),         { unit: 'km' }],
    ['a format',            object({ day: { type: 'string', format: 'date' } }),                         { day: '2026-01-31' }],
    ['the smallest number', object({ age: { type: 'integer', minimum: 18 } }),                           { age: 18 }],
    ['lengths',             object({ code: { type: 'string', minLength: 9, maxLength: 9 } }),            { code: 'Example t' }],
    ['lists',               object({ tags: { type: 'array', items: { type: 'string' }, minItems: 2 } }), { tags: ['Example', 'Example'] }],
    ['positions of a tuple', object({ pair: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }], items: false, minItems: 2 } }), { pair: [1, true] }],
    ['positions, then rows', object({ all: { type: 'array', prefixItems: [{ type: 'boolean' }], items: { type: 'integer' }, minItems: 3 } }), { all: [true, 1, 1] }],
    ['a definition',        { ...object({ a: { $ref: '#/$defs/b' } }), $defs: { b: { type: 'boolean' } } }, { a: true }],
    ['required fields only', object({ a: { type: 'string' }, b: { type: 'string' } }, ['a']),            { a: 'Example' }],
  ])('takes %s', (_, schema, sample) => {
    expect(sampleValue(schema)).toEqual(sample)
    expect(prepareInput(schema, sample).issues).toEqual([])
  })

  test('an example input for a schema that contains itself ends', () => {
    const tree = { type: 'object' as const, properties: { child: { $ref: '#' } }, required: ['child'] }

    expect(JSON.stringify(sampleValue(tree)).length).toBeLessThan(200)
  })
})
