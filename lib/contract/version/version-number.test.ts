import { expect, test } from 'vitest'
import { bumped, bumpedAtLeast, isVersion, latestOf } from './version-number.ts'

test.each(['1.0.0', '0.0.1', '1.2.3-beta.1'])('%s is a version', (text) => {
  expect(isVersion(text)).toBe(true)
})

test.each(['1.0', 'v1.0.0', ' 1.0.0', '1.0.0+build', '01.0.0', '1.0.0-01', ''])('%j is none', (text) => {
  expect(isVersion(text)).toBe(false)
})

// biome-ignore format: a table reads in rows
test.each([
  ['1.0.0',      '1.0.1',      'patch', true],
  ['1.0.0',      '1.0.1',      'minor', false],
  ['1.0.0',      '1.1.0',      'minor', true],
  ['1.0.0',      '2.0.0',      'minor', true],
  ['1.0.0',      '1.9.0',      'major', false],
  ['1.0.0',      '2.0.0',      'major', true],
  ['1.0.0',      '2.0.0-rc.1', 'major', true],
  ['1.0.0',      '1.0.0',      'none',  false],
  ['1.1.0',      '1.0.9',      'none',  false],
  ['2.0.0-rc.1', '2.0.0',      'major', true],
  ['2.0.0-rc.1', '2.0.0-rc.2', 'major', true],
  ['1.1.0-rc.1', '1.1.0',      'major', false],
] as const)('from %s to %s is at least %s: %s', (from, to, bump, expected) => {
  expect(bumpedAtLeast(from, to, bump)).toBe(expected)
})

test('the smallest number a bump allows', () => {
  expect(bumped('1.2.3', 'major')).toBe('2.0.0')
  expect(bumped('1.2.3', 'minor')).toBe('1.3.0')
  expect(bumped('1.2.3', 'none')).toBe('1.2.4')
})

test('the latest is a release while there is one', () => {
  expect(latestOf(['1.9.0', '1.10.0', '2.0.0-rc.1'])).toBe('1.10.0')
  expect(latestOf(['2.0.0-rc.1'])).toBe('2.0.0-rc.1')
  expect(latestOf([])).toBeUndefined()
})
