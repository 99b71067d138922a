import { expect, test } from 'vitest'
import { kindOfText, rangeOfChoice } from './range-choice.tsx'

// biome-ignore format: table
test.each([
  ['1.4.1',  'exact'], ['1.0.0', 'own'], ['^1.0.0', 'compatible'], ['~1.4.1', 'fixes'], ['latest', 'latest'],
  ['>=1 <3', 'own'],   ['',      'own'], ['>=', 'own'],
] as const)('the range %j next to version 1.4.1 is of the kind %s', (text, kind) => {
  expect(kindOfText(text, '1.4.1')).toBe(kind)
})

test('ranges are offered around the version, but the current range stays', () => {
  expect(rangeOfChoice('compatible', '1.4.1', '1.4.1')).toBe('^1.4.1')
  expect(rangeOfChoice('compatible', '1.4.1', '^1.0.0')).toBe('^1.0.0')
  expect(rangeOfChoice('fixes', '1.4.1', '^1.0.0')).toBe('~1.4.1')
  expect(rangeOfChoice('exact', '1.4.1', '^1.0.0')).toBeNull()
})
