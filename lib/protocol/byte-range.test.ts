import { expect, test } from 'vitest'
import { type AskedRange, askedRange } from './byte-range.ts'

test.each<[header: string | null, expected: AskedRange]>([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=2-5', { start: 2, end: 6 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-30', { start: 0, end: 10 }],
  ['bytes=5-99', { start: 5, end: 10 }],
  ['BYTES=9-9', { start: 9, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=5-2', 'all'],
  ['bytes=0-1,4-5', 'all'],
  ['bytes=-', 'all'],
  ['items=0-1', 'all'],
  ['bytes=a-b', 'all'],
  [null, 'all'],
])('of ten bytes %s means %j', (header, expected) => {
  expect(askedRange(header, 10)).toEqual(expected)
})

test('of no bytes there is no range', () => {
  expect(askedRange('bytes=0-', 0)).toBe('unsatisfiable')
})
