import { expect, test } from 'vitest'
import { hasSuggestions, suggestionsFor } from './text-inputs.ts'

test('a text field suggests several examples, and shows a single one as its placeholder', () => {
  expect(suggestionsFor({ examples: ['Vienna', 'Graz', 7] }, false)).toEqual(['Vienna', 'Graz'])
  expect(hasSuggestions('city', { examples: ['Vienna', 'Graz'] })).toBe(true)
  expect(hasSuggestions('city', { examples: ['Vienna'] })).toBe(false)
})

test.each([
  ['time_zone', {}],
  ['userTimeZone', {}],
  ['Other time zones', {}],
  ['tz', {}],
  ['where', { format: 'time-zone' }],
])('a field called %s with %j suggests time zones once it has the focus', (name, facts) => {
  expect(hasSuggestions(name, facts)).toBe(true)
  expect(suggestionsFor(facts, false)).toEqual([])
  expect(suggestionsFor(facts, true)).toContain('Europe/Vienna')
})

test.each(['time', 'zone', 'timezone_offset'])('a field called %s suggests no time zones', (name) => {
  expect(hasSuggestions(name, {})).toBe(false)
})
