import { expect, test } from 'vitest'
import type { Json } from './json.ts'
import { toJson } from './to-json.ts'

/** Nests objects whose two fields are one object; without sharing there would be 2^levels copies. */
function folded(levels: number): unknown {
  let value: unknown = { x: 1 }
  for (let level = 0; level < levels; level++) value = { a: value, b: value }
  return value
}

test('a value that occurs twice is copied into both', () => {
  expect(toJson(folded(2)).value).toEqual({
    a: { a: { x: 1 }, b: { x: 1 } },
    b: { a: { x: 1 }, b: { x: 1 } },
  })
})

test('every name is a name', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}')

  expect(JSON.stringify(toJson(value).value)).toBe('{"__proto__":{"a":1},"constructor":2}')
})

test.each<[string, unknown]>([
  ['objects in many places', folded(60)],
  ['a long text in many places', Array(1_000).fill('x'.repeat(1_000_000))],
  ['a long name in many places', Array(1_000).fill({ ['x'.repeat(1_000_000)]: 1 })],
  ['a long list in many places', Array(10_000).fill(Array(10_000).fill(0))],
])('%s are refused before they are unfolded', (_, value) => {
  expect(toJson(value).issue).toEqual({ path: '', keyword: 'json', message: 'is larger than 16 MB' })
})

test('the largest accepted text of each API is not too large', () => {
  const text = 'x'.repeat(10 * 1024 * 1024)
  const mebibyte = Array<Json>(512 * 1024).fill(0)

  expect(toJson(text).value).toBe(text)
  expect(toJson(mebibyte).value).toHaveLength(mebibyte.length)
})
