import { expect, test } from 'vitest'
import type { Json } from './json.ts'
import { toJson } from './to-json.ts'

/** Nests objects whose two fields are one object; without sharing there would be 2^levels copies. */
function sharedTwice(levels: number): unknown {
  let value: unknown = { x: 1 }
  for (let level = 0; level < levels; level++) value = { a: value, b: value }
  return value
}

test('toJson copies a value that occurs twice into both places', () => {
  expect(toJson(sharedTwice(2)).value).toEqual({
    a: { a: { x: 1 }, b: { x: 1 } },
    b: { a: { x: 1 }, b: { x: 1 } },
  })
})

test('toJson keeps properties called __proto__ and constructor', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}')

  expect(JSON.stringify(toJson(value).value)).toBe('{"__proto__":{"a":1},"constructor":2}')
})

test.each<[string, unknown]>([
  ['objects in many places', sharedTwice(60)],
  ['a long text in many places', Array(1_000).fill('x'.repeat(1_000_000))],
  ['a long name in many places', Array(1_000).fill({ ['x'.repeat(1_000_000)]: 1 })],
  ['a long list in many places', Array(10_000).fill(Array(10_000).fill(0))],
])('toJson refuses %s before it copies them', (_, value) => {
  expect(toJson(value).issue).toEqual({ path: '', keyword: 'json', message: 'is larger than 16 MB' })
})

test('toJson accepts 10 MiB of text, and 1 MiB of numbers', () => {
  const text = 'x'.repeat(10 * 1024 * 1024)
  const oneMebibyteOfNumbers = Array<Json>(512 * 1024).fill(0)

  expect(toJson(text).value).toBe(text)
  expect(toJson(oneMebibyteOfNumbers).value).toHaveLength(oneMebibyteOfNumbers.length)
})
