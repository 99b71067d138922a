import { expect, test } from 'vitest'
import { suggestionsFor } from './text-suggestions.tsx'

test('several examples are suggested, a single one is the placeholder', () => {
  expect(suggestionsFor('city', { examples: ['Vienna', 'Graz', 7] }, false)).toEqual(['Vienna', 'Graz'])
  expect(suggestionsFor('city', { examples: ['Vienna'] }, true)).toEqual([])
})

test.each([
  ['time_zone', {}],
  ['userTimeZone', {}],
  ['Other time zones', {}],
  ['tz', {}],
  ['where', { format: 'time-zone' }],
])('a field called %s with %j suggests time zones once it has the focus', (name, facts) => {
  expect(suggestionsFor(name, facts, false)).toEqual([])
  expect(suggestionsFor(name, facts, true)).toContain('Europe/Vienna')
})

test.each(['time', 'zone', 'timezone_offset'])('a field called %s suggests none', (name) => {
  expect(suggestionsFor(name, {}, true)).toEqual([])
})
