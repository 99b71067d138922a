import { expect, test } from 'vitest'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { prune } from './prune.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    address: { $ref: '#/$defs/address' },
    home: { $ref: '#/$defs/address' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['home'],
  $defs: { address: { type: 'object', properties: { street: { type: 'string' } } } },
}

// biome-ignore format: a table reads in rows
test.each<[string, unknown, unknown]>([
  ['what was cleared is absent',                 { note: undefined, home: { street: 'x' } }, { home: { street: 'x' } }],
  ['an optional object without a value is absent', { address: { street: undefined }, home: {} }, { home: {} }],
  ['an empty row is no item',                    { home: {}, tags: ['a', undefined, ''] }, { home: {}, tags: ['a', ''] }],
  ['an empty list is a list',                    { home: {}, tags: [] }, { home: {}, tags: [] }],
  ['false, 0, "" and null are values',           { home: {}, a: false, b: 0, c: '', d: null }, { home: {}, a: false, b: 0, c: '', d: null }],
  ['nothing at all is an empty object',          undefined, {}],
])('%s', (_, held, expected) => {
  expect(prune(SCHEMA, held)).toEqual(expected)
})
