import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differingSpan } from './differing-span.ts'

// biome-ignore format: table
test.each([
  ['abc', 'abc',   { from: 3, to: 3, insert: '' }],
  ['abc', 'aXc',   { from: 1, to: 2, insert: 'X' }],
  ['aa',  'aaa',   { from: 2, to: 2, insert: 'a' }],
  ['',    'abc',   { from: 0, to: 0, insert: 'abc' }],
  ['abc', '',      { from: 0, to: 3, insert: '' }],
])('the span that differs between %j and %j is the smallest', (before, after, expected) => {
  expect(differingSpan(before, after)).toEqual(expected)
})

test('replacing the span that differs turns any text into any other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const { from, to, insert } = differingSpan(before, after)
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
    }),
  )
})
