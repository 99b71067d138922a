import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coversPattern, matchesPath, matchesTool } from './match-glob.ts'

describe('a pattern', () => {
  // biome-ignore format: table
  test.each<[string, string, boolean]>([
    ['Notes/*.md',    'Notes/a.md',       true],
    ['Notes/*.md',    'notes/A.MD',       true],
    ['Notes/*.md',    'Notes/b/a.md',     false],
    ['Notes/**',      'Notes',            true],
    ['Notes/**',      'Notes/a/b/c',      true],
    ['Notes/**',      'Notesx',           false],
    ['**/*.md',       'a.md',             true],
    ['**/*.md',       'x/y/a.md',         true],
    ['**/a/**/b',     'a/x/a/y/b',        true],
    ['a?c',           'abc',              true],
    ['a?c',           'a/c',              false],
    ['a.c',           'abc',              false],
    ['*',             'a/b',              false],
    ['**',            'a/b',              true],
    ['',              'a',                false],
    ['*',             '',                 false],
    ['**',            '',                 true],
    ['**/*',          '',                 true],
    ['**/*.md',       '',                 false],
    ['[ab]',          'a',                false],
  ])('the glob %s matches %s: %s', (pattern, path, isOne) => {
    expect(matchesPath(pattern, path)).toBe(isOne)
  })

  test('a glob of tools has no folders', () => {
    expect([
      matchesTool('vault.*', 'vault.readFile'),
      matchesTool('*', 'a.b.c'),
      matchesTool('a.*', 'b.a'),
    ]).toEqual([true, true, false])
  })

  test('a glob matches like the equivalent regular expression', () => {
    const part = fc.constantFrom('a', 'b', '*', '**', '?', 'ab', '*b', 'a*')
    const name = fc.constantFrom('a', 'b', 'ab', 'ba', 'aab')
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.array(name, { minLength: 1, maxLength: 5 }),
        (parts, names) => {
          const source = parts.map((each) =>
            each === '**'
              ? '(?:/[^/]+)*'
              : `/${[...each].map((char) => (char === '*' ? '[^/]*' : char === '?' ? '[^/]' : char)).join('')}`,
          )
          const isOne = new RegExp(`^${source.join('')}$`).test(`/${names.join('/')}`)
          expect(matchesPath(parts.join('/'), names.join('/'))).toBe(isOne)
        },
      ),
      { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 200 },
    )
  })

  // biome-ignore format: table
  test.each<[string, string, boolean]>([
    ['Notes/**', 'Notes/a/*.md',  true],
    ['Notes/**', 'notes',         true],
    ['Notes/**', '**',            false],
    ['Notes/*',  'Notes/**',      false],
    ['Notes/*',  'Notes/a*',      true],
    ['Notes/a?', 'Notes/a*',      false],
    ['Notes/a?', 'Notes/a?',      true],
    ['Notes/a*', 'Notes/*',       false],
    ['*/a',      '**/a',          false],
    ['**/a',     '**/b/a',        true],
  ])('the glob %s covers %s: %s', (pattern, inner, isCovered) => {
    expect(coversPattern(pattern, inner)).toBe(isCovered)
  })

  test('a glob that covers another matches all that the other does', () => {
    const parts = fc.array(fc.constantFrom('a', 'b', '*', '**', '?', 'ab', '*b', 'a*'), {
      minLength: 1,
      maxLength: 4,
    })
    const names = fc.array(fc.constantFrom('a', 'b', 'ab', 'ba', 'aab'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, names, (pattern, inner, path) => {
        const [outer, within, file] = [pattern.join('/'), inner.join('/'), path.join('/')]
        fc.pre(coversPattern(outer, within) && matchesPath(within, file))
        expect(matchesPath(outer, file)).toBe(true)
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 1_000 : 100, maxSkipsPerRun: 500 },
    )
  })

  test('a glob with many stars is matched quickly', () => {
    expect(matchesTool(`${'*a'.repeat(2_000)}b`, 'a'.repeat(20_000))).toBe(false)
  })
})
