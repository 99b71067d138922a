import { expect, test } from 'vitest'
import { inspectMigration } from './inspect-migration.ts'

test.each([
  'function migrate(input) { return { ...input, name: input.who } }',
  'async function migrate(input) { return input }',
  'const migrate = (input) => ({ name: input.who })',
  'const migrate = async function (input) { return input }',
  'export function migrate(input: { who: string }, about: { skill: string }) { return { name: input.who } }',
  '// eval is only a word\nfunction migrate(input) { return { retrieval: input.require } }',
  'function helper(x) { return x }\nfunction migrate(input) { return helper(input) }\n// the end',
])('%j can be published', (source) => {
  expect(inspectMigration(source)).toEqual([])
})

// biome-ignore format: a table reads in rows
test.each([
  ['',                                                    'migrate function not found: write function migrate(input) { … }', 1],
  ['async function handler() {}',                         'migrate function not found: write function migrate(input) { … }', 1],
  ['const migrate = 7',                                   'migrate must be a function', 1],
  ['class migrate {}',                                    'migrate function not found: write function migrate(input) { … }', 1],
  ['\nfunction* migrate(input) {}',                       'migrate must not be a generator', 2],
  ['function migrate(input) {',                           expect.stringMatching(/^Syntax error: /), 1],
  ['function migrate(input) {\n  return eval(input.code) }', 'eval not allowed in a migration', 2],
  ['function migrate(input) { return require("x") }',     'require not allowed in a migration', 1],
  ['async function migrate(input) { await import("x") }', 'import not allowed in a migration', 1],
  ['import x from "y"\nfunction migrate() {}',            'import not allowed in a migration', 1],
  ['function migrate() { return new Function("x")() }',   'Function not allowed in a migration', 1],
  ['function migrate() {}\nexport default migrate',       'a migration has no default export: name the function migrate', 2],
])('%j is refused: %s', (source, message, line) => {
  expect(inspectMigration(source)).toMatchObject([{ message, line }])
})

test('a source nested thousands of levels deep is refused, and does not end the process', () => {
  expect(inspectMigration(`function migrate() { return ${'['.repeat(50_000)}`)).toHaveLength(1)
})
