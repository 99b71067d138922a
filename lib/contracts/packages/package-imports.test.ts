import { describe, expect, test } from 'vitest'
import { parseModule } from '../handler/plain-javascript.ts'
import { entryModule, importFromBundle, listImports } from './package-imports.ts'

const SOURCE = `import Papa, { parse as read } from 'papaparse'
import * as dates from 'date-fns'
import {
  format,
} from 'date-fns'
import 'polyfill'
export default async () => read(Papa, dates, format)`

test('the imports of a definition are listed once each, whatever their order', () => {
  const other = `import 'polyfill'
import { format } from 'date-fns'
import * as all from 'date-fns'
import { parse, default as Papa } from 'papaparse'`

  expect(listImports(parseModule(SOURCE))).toEqual([
    { specifier: 'date-fns', name: '*' },
    { specifier: 'date-fns', name: 'format' },
    { specifier: 'papaparse', name: 'default' },
    { specifier: 'papaparse', name: 'parse' },
    { specifier: 'polyfill', name: '' },
  ])
  expect(listImports(parseModule(other))).toEqual(listImports(parseModule(SOURCE)))
})

describe('a definition that imports from the bundle', () => {
  const rewritten = importFromBundle(SOURCE, parseModule(SOURCE))

  test('keeps the line of each statement', () => {
    expect(rewritten.split('\n')).toHaveLength(SOURCE.split('\n').length)
    expect(rewritten.split('\n').at(-1)).toBe(SOURCE.split('\n').at(-1))
  })

  test('imports the names that the bundle exports', () => {
    const imports = listImports(parseModule(SOURCE))

    expect(entryModule(imports)).toContain('export { "default" as _2 } from "papaparse";')
    expect(rewritten).toContain("import { _2 as Papa, _3 as read } from './packages.js';")
    expect(rewritten).toContain("import './packages.js';")
    expect(listImports(parseModule(rewritten)).map(({ specifier }) => specifier)).not.toContain('papaparse')
  })
})
