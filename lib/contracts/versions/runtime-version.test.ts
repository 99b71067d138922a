import fs from 'node:fs'
import { expect, test } from 'vitest'
import { GUILDHALL_VERSION, runtimeVersionError } from './runtime-version.ts'

test('the version is the one of the package', () => {
  expect(JSON.parse(fs.readFileSync('package.json', 'utf8')).version).toBe(GUILDHALL_VERSION)
})

test('states the required and the current version', () => {
  expect(runtimeVersionError('>=2', '1.4.0')).toBe('Skill requires Guildhall >=2, but current is 1.4.0')
})

test.each([
  [undefined, '1.4.0'],
  ['>=1 <3', '1.4.0'],
  ['^1.4', '1.4.0'],
  ['>=2', '2.0.0-rc.1'],
  ['not a range', '1.4.0'],
])('%j runs on %s', (requires, current) => {
  expect(runtimeVersionError(requires, current)).toBeUndefined()
})
