import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { ANY_VALUE, toRenderSchema } from './render-schema.ts'

// biome-ignore format: a table reads in rows
test.each<[string, JsonSchema, object]>([
  ['a tuple becomes items', { prefixItems: [{ type: 'number' }], items: { type: 'string' } }, { items: [{ type: 'number' }], additionalItems: { type: 'string' } }],
  ['dependentRequired becomes dependencies', { type: 'object', dependentRequired: { a: ['b'] } }, { type: 'object', dependencies: { a: ['b'] } }],
  ['dependentSchemas too', { type: 'object', dependentSchemas: { a: { required: ['b'] } } }, { type: 'object', dependencies: { a: { required: ['b'] } } }],
  ['"or null" stays as it is', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ['$schema and $id go', { $schema: 'x', $id: 'y', type: 'string' }, { type: 'string' }],
  ['a default is no schema', { type: 'object', default: { prefixItems: [1] } }, { type: 'object', default: { prefixItems: [1] } }],
])('%s', (_, schema, expected) => {
  expect(toRenderSchema(schema)).toEqual(expected)
})

describe('what the library cannot draw', () => {
  test('several types become a choice between them', () => {
    const drawn = toRenderSchema({
      type: 'object',
      properties: { id: { type: ['string', 'integer'], title: 'Id', maxLength: 3 } },
    })

    expect(drawn.properties?.id).toEqual({
      title: 'Id',
      anyOf: [
        { type: 'string', title: 'Text', maxLength: 3 },
        { type: 'integer', title: 'Whole number', maxLength: 3 },
      ],
    })
  })

  test.each<Json>([true, {}, { description: 'Whatever.' }])(
    'a value of any kind (%j) is written as JSON',
    (property) => {
      const drawn = toRenderSchema({ type: 'object', properties: { any: property } })

      expect(drawn.properties?.any).toMatchObject({ $id: ANY_VALUE })
    },
  )

  test('a tuple that may be left out is written as JSON', () => {
    const point = { type: 'array', prefixItems: [{ type: 'number' }], title: 'Point' }
    const drawn = toRenderSchema({ type: 'object', properties: { a: point, b: point }, required: ['b'] })

    expect(drawn.properties).toMatchObject({ a: { $id: ANY_VALUE, title: 'Point' }, b: { type: 'array' } })
  })
})
