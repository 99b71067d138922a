import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { isLargeForPage, isLargeToDraw } from './size-limits.ts'

const deep = (levels: number): Json => (levels === 0 ? 1 : [deep(levels - 1), deep(levels - 1)])

// biome-ignore format: table
test.each([
  ['many values',     Array(30_000).fill(0),      true],
  ['nested values',   deep(15),                   true],
  ['a long text',     'x'.repeat(300_000),        true],
  ['a long name',     { ['x'.repeat(300_000)]: 1 }, true],
  ['a usual result',  Array(500).fill({ a: 1, b: 'text' }), false],
])('%s: large for a page is %3$s', (_name, value, expected) => {
  expect(isLargeForPage(value)).toBe(expected)
})

test('rows with different columns each are large to draw', () => {
  const rows = Array.from({ length: 20 }, (_, row) =>
    Array.from({ length: 40 }, (_, at) => [`c${row}_${at}`, 1]),
  )
  expect(isLargeToDraw(rows.map((row) => Object.fromEntries(row)))).toBe(true)
  expect(isLargeToDraw([{ a: 1 }, { b: 2 }])).toBe(false)
})

test('rows without columns whose schema describes many are large to draw', () => {
  const properties = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`c${at}`, {}]))
  const schema = { type: 'array', items: { type: 'object', properties } }

  expect(isLargeToDraw(Array(30).fill({}), schema)).toBe(true)
  expect(isLargeToDraw([{}], schema)).toBe(false)
})
