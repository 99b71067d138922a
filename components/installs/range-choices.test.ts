import { expect, test } from 'vitest'
import { kindOfText, rangeOfChoice } from './range-choices.ts'

// biome-ignore format: a table reads in rows
test.each([
  ['1.4.1',  'exact'], ['1.0.0', 'own'], ['^1.0.0', 'compatible'], ['~1.4.1', 'fixes'], ['latest', 'latest'],
  ['>=1 <3', 'own'],   ['',      'own'], ['>=', 'own'],
] as const)('%j beside 1.4.1 is %s', (text, kind) => {
  expect(kindOfText(text, '1.4.1')).toBe(kind)
})

test('a choice is said around the version, but what is followed already is kept', () => {
  expect(rangeOfChoice('compatible', '1.4.1', '1.4.1')).toBe('^1.4.1')
  expect(rangeOfChoice('compatible', '1.4.1', '^1.0.0')).toBe('^1.0.0')
  expect(rangeOfChoice('fixes', '1.4.1', '^1.0.0')).toBe('~1.4.1')
  expect(rangeOfChoice('exact', '1.4.1', '^1.0.0')).toBeNull()
})
