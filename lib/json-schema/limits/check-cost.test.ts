import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { isCheapToCheck } from './check-cost.ts'

const branches = (count: number) => Array.from({ length: count }, (_, index) => ({ const: index }))
const list = (count: number, item: Json = 7) => Array.from({ length: count }, () => item)

test.each<[string, JsonSchema, Json, boolean]>([
  ['a usual input', { properties: { text: { type: 'string' } } }, { text: 'Some words.' }, true],
  ['a long text', { properties: { text: { type: 'string' } } }, { text: 'x'.repeat(500_000) }, true],
  ['many items without choices', { items: { type: 'number' } }, list(15_000), true],
  ['many items with many choices', { items: { anyOf: branches(100) } }, list(14_000), false],
  ['a few items with many choices', { items: { anyOf: branches(100) } }, list(20), true],
  ['many patterns for long texts', { items: { allOf: branches(300) } }, list(100, 'x'.repeat(3_000)), false],
  [
    'many defaults in many items',
    { items: { properties: Object.fromEntries(list(200).map((_, index) => [`f${index}`, { default: 1 }])) } },
    list(1_000, {}),
    false,
  ],
  ['a schema that takes long to compile', { anyOf: branches(5_000) }, {}, false],
])('%s: the estimate says whether the check takes milliseconds', (_, schema, value, isCheap) => {
  expect(isCheapToCheck(schema, value)).toBe(isCheap)
})
