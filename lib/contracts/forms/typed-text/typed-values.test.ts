import { expect, test } from 'vitest'
import { canShowInstant, toInstant, toLocalTime } from './instants.ts'
import { readChoice, readLooseJson, readNumber, readOption } from './typed-values.ts'

test.each([
  ['', undefined],
  ['12', 12],
  ['1e999', '1e999'],
  ['twelve', 'twelve'],
])('the text “%s” in a number field is the value %j', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test.each([
  [' ', undefined],
  ['{"a": [1]}', { a: [1] }],
  ['{"a":', '{"a":'],
  ['null', null],
  ['nullable', 'nullable'],
])('the text “%s” in a JSON field is the value %j', (text, value) => {
  expect(readLooseJson(text)).toEqual(value)
})

test('typed text chooses an option by its label, a computed choice by its value too, and else stays', () => {
  const options = [{ value: 43, label: 'Austria' }]

  expect(readOption(options, 'Austria')).toBe(43)
  expect(readOption(options, '43')).toBe('43')
  expect(readChoice(options, '43', 'integer')).toBe(43)
  expect(readChoice(options, '44', 'integer')).toBe(44)
  expect(readChoice(options, 'Norway', 'string')).toBe('Norway')
})

test('a date-time field shows an instant as local time and returns the same instant', () => {
  const instant = '2026-11-20T09:30:00Z'

  expect(toLocalTime(instant, 'UTC')).toBe('2026-11-20T09:30:00')
  expect(toInstant(toLocalTime(instant, 'UTC'), 'UTC')).toBe(instant)
  expect(toInstant('', 'UTC')).toBeUndefined()
})

test('a date-time field does not show text that is not an instant', () => {
  const texts = ['2026-11-20', 'soon', 5, '2024-02-30T00:00:00Z']
  expect(texts.map((each) => canShowInstant(each))).toEqual([false, false, false, false])
  expect(toLocalTime('soon', 'UTC')).toBe('')
})
