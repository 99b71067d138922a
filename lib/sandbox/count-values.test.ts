import { expect, test } from 'vitest'
import { countJsonValues } from './count-values.ts'

test.each([
  ['1', 1],
  ['[]', 2],
  ['[1,2,3]', 4],
  ['{"a":{"b":[]},"c":"x"}', 5],
  ['"[,[,{,"', 1],
  [String.raw`["\\",[],"\",[],"]`, 5],
])('%s contains at most %d values', (text, count) => {
  expect(countJsonValues(text, 10)).toBe(count)
})

test('text that is nested too deep has no count', () => {
  expect(countJsonValues('['.repeat(10), 10)).toBe(11)
  expect(countJsonValues('['.repeat(11), 10)).toBeUndefined()
  expect(countJsonValues('{"a":'.repeat(11), 10)).toBeUndefined()
})

test('strings without an end are read once', () => {
  expect(countJsonValues(`["${'\\'.repeat(1_000_000)}`, 10)).toBe(2)
})
