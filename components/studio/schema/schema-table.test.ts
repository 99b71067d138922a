import { describe, expect, test } from 'vitest'
import { freeName, readTable, rowPointer, writeTable } from './schema-table.ts'

const city = { type: 'string', description: 'Where', minLength: 2 }
const schema = {
  type: 'object',
  properties: { city, days: { type: 'integer', minimum: 1, default: 3 } },
  required: ['city'],
  additionalProperties: false,
}

describe('a schema as a table', () => {
  test('has a row for each field, in order', () => {
    expect(readTable(schema).rows).toEqual([
      { name: 'city', type: 'string', description: 'Where', minLength: 2, required: true },
      { name: 'days', type: 'integer', min: 1, default: 3 },
    ])
  })

  test('written back it is the same schema', () => {
    expect(JSON.stringify(writeTable(readTable(schema).rows ?? [], schema))).toBe(JSON.stringify(schema))
  })

  test('written back with its dialect when it named one', () => {
    const named = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }

    expect(writeTable(readTable(named).rows ?? [], named)).toEqual(named)
  })

  test('a field map stays a field map', () => {
    const map = { query: { type: 'string', required: true, maxLength: 9 }, limit: { type: 'number', max: 5 } }

    expect(writeTable(readTable(map).rows ?? [], map)).toEqual(map)
  })

  test('written back, it still declares that nothing is required, until something is', () => {
    const none = { ...schema, required: [] }
    const rows = readTable(none).rows ?? []

    expect(writeTable(rows, none)).toEqual(none)
    expect(writeTable([{ name: 'a', type: 'string', required: true }], none)).toMatchObject({
      required: ['a'],
    })
  })

  test('a row knows the path of its field', () => {
    expect(rowPointer('/skills/0/parameters', schema, 'a/b')).toBe('/skills/0/parameters/properties/a~1b')
    expect(rowPointer('/skills/0/parameters', { city }, 'city')).toBe('/skills/0/parameters/city')
  })

  test('nothing is an empty table', () => {
    expect(readTable(undefined).rows).toEqual([])
  })
})

describe('reasons why there is no table', () => {
  // biome-ignore format: a table reads in rows
  test.each([
    ['{"half":',                                                                'is invalid'],
    [{ type: 'array' },                                                         '"type": "object"'],
    [{ type: 'object', oneOf: [] },                                             '“oneOf”'],
    [{ type: 'object', properties: { a: { type: 'string', format: 'email' } } }, '“a” uses “format”'],
    [{ type: 'object', properties: { a: { type: ['string', 'null'] } } },        '“a” has no single type'],
  ])('%j', (authored, reason) => {
    expect(readTable(authored).reason).toContain(reason)
  })

  test('an open schema could be closed', () => {
    const { additionalProperties: _, ...open } = schema

    expect(readTable(open)).toMatchObject({ canClose: true })
    expect(readTable({ ...open, title: 'x' })).toMatchObject({ canClose: false })
  })
})

test('a new field has a unique name', () => {
  expect(freeName([])).toBe('field')
  expect(freeName([{ name: 'field', type: 'string' }])).toBe('field_2')
})
