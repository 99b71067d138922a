import fs from 'node:fs'
import { expect, test } from 'vitest'
import { NATIVE_ALIASES, readNativeSpecifier } from './native-modules.ts'
import { PROJECT_ROOT } from './project-root.ts'

test('code for browsers contains what Node loads for the server', () => {
  const aliases = Object.entries(NATIVE_ALIASES)

  expect(aliases.filter(([, { browser }]) => browser.startsWith('native:'))).toEqual([])
  expect(aliases.filter(([, alias]) => !alias.default.startsWith('native:'))).toEqual([])
})

test.each([
  ['native:lib/kernel/json/json.ts', '#lib/kernel/json/json.ts'],
  ['native:@modelcontextprotocol/sdk/types.js', '@modelcontextprotocol/sdk/types.js'],
  ['native:zod', 'zod'],
  ['native:#re2', '#re2'],
  ['zod', null],
  ['#lib/kernel/json/json.ts', null],
])('%s is loaded as %s', (specifier, loaded) => {
  expect(readNativeSpecifier(specifier)).toBe(loaded)
})

test('lib has no React components, whose React would be another one than the page’s', () => {
  expect(fs.globSync('lib/**/!(*.test).tsx', { cwd: PROJECT_ROOT })).toEqual([])
})
