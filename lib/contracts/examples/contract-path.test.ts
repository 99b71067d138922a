import { expect, test } from 'vitest'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { toContractPath } from './contract-path.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
    by_name: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { n: { type: 'number' } } },
    },
    either: { oneOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }] },
    tuple: { prefixItems: [{ properties: { first: {} } }] },
    'a/b': { type: 'number' },
  },
  $defs: { line: { type: 'object', properties: { total: { type: 'number' } } } },
}

// biome-ignore format: table
test.each([
  ['',                       ''],
  ['/lines/12/total',        '/lines/*/total'],
  ['/lines/12/secret word',  '/lines/*/*'],
  ['/by_name/Ada Lovelace/n', '/by_name/*/n'],
  ['/either/b',              '/either/b'],
  ['/tuple/0/first',         '/tuple/*/first'],
  ['/a~1b',                  '/a~1b'],
  ['/Ada Lovelace/1/x',      '/*/*/*'],
  ['/lines/0/total/__proto__', '/lines/*/total/*'],
])('the place %s of a value is %s in the contract, which names no word of the value', (pointer, expected) => {
  expect(toContractPath(SCHEMA, pointer)).toBe(expected)
})
