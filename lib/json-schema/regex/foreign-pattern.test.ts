import { describe, expect, test } from 'vitest'
import { readForeignPattern } from './foreign-pattern.ts'
import { linearRegex, patternError } from './linear-regex.ts'

describe('a pattern of another language is translated', () => {
  // biome-ignore format: table
  test.each<[pattern: string, translated: string, matching: string, other: string]>([
    ['\\A[a-z]+\\z',             '^[a-z]+$',                      'abc',   'ABC'],
    ['^a\\Z',                    '^a$',                           'a',     'aZ'],
    ['/^abc$/i',                 '(?i:^abc$)',                    'ABC',   '/abc/i'],
    ['#^abc$#i',                 '(?i:^abc$)',                    'ABC',   '#abc#i'],
    ['~^a/b$~',                  '^a/b$',                         'a/b',   '~a/b~'],
    ['m/^a\\/b$/',               '^a/b$',                         'a/b',   'm/a/b/'],
    ['"^abc$"',                  '^abc$',                         'abc',   '"abc"'],
    ['^[[:alpha:]]+$',           '^[A-Za-z]+$',                   'abc',   ':]'],
    ['^[[:digit:][:upper:]]+$',  '^[0-9A-Z]+$',                   'A1',    'a'],
    ['^[:alpha:]+$',             '^[A-Za-z]+$',                   'xyz',   ':'],
    ['^[]a]+$',                  '^[\\]a]+$',                     ']a',    'b'],
    ['^\\R$',                    '^(?:\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029])$', '\r\n', 'R'],
    ['^\\pL\\PN$',               '^\\p{L}\\P{N}$',                'éa',    '1a'],
    ['^\\p{Greek}+$',            '^\\p{Script=Greek}+$',          'αβ',    'ab'],
    ['^\\p{IsLatin}+$',          '^\\p{Script=Latin}+$',          'ab',    'αβ'],
    ['^\\p{Punct}$',             '^[!-\\/:-@\\[-`\\{-~]$',        '!',     'a'],
    ['^\\p{L}\\-x$',             '^\\p{L}-x$',                    'é-x',   'p{L}-x'],
    ['\\Qa.b\\E',                'a\\.b',                         'a.b',   'axb'],
    ['^\\x{41}$',                '^\\u{41}$',                     'A',     'x'],
    ['^\\N{U+41}\\o{102}$',      '^\\u{41}\\u{42}$',              'AB',    'N'],
    ['^a++b$',                   '^a+b$',                         'aab',   'b'],
    ['^(?>a|b)c$',               '^(?:a|b)c$',                    'ac',    'c'],
    ['(?x) ^ a b $ # a comment', '^ab$',                          'ab',    'a b'],
    ['^a(?#note)b$',             '^ab$',                          'ab',    'a'],
    ['(?i)^abc$',                '(?i:^abc$)',                    'ABC',   'ab'],
    ['^(?i)abc$',                '^(?i:abc$)',                    'ABC',   'ab'],
    ['^(?P<y>[0-9]+)$',          '^(?<y>[0-9]+)$',                '12',    'y'],
    ["^(?'y'[0-9]+)$",           '^(?<y>[0-9]+)$',                '12',    'y'],
    ['^a{,3}$',                  '^a{0,3}$',                      'aaa',   'aaaa'],
    ['^\\i\\c*$',                '^[\\p{L}_:][\\p{L}\\p{N}_:.\\-]*$', 'a-1', '1a'],
    ['^\\e\\a$',                 '^\\x1b\\x07$',                  '\x1b\x07', 'ea'],
    ['.{1,1024}$',               '.{1,1000}.{0,24}$',             'abcd',  ''],
    ['^x{1001,}$',               '^x{1000}x{1,}$',                'x'.repeat(1001), 'x'.repeat(1000)],
    ['^(?:[a-z]{10}){200}$',     '^(?:[a-z]{10}){100}(?:[a-z]{10}){100}$', 'a'.repeat(2000), 'a'.repeat(1999)],
  ])('%s', (pattern, translated, matching, other) => {
    const foreign = readForeignPattern(pattern)

    expect(foreign?.translated).toBe(translated)
    expect(foreign?.found.every(({ sentence }) => /^[“\\A-Z].*\.$/s.test(sentence))).toBe(true)
    expect(patternError(translated)).toBeUndefined()
    const regex = linearRegex(translated)
    expect([regex.test(matching), regex.test(other)]).toEqual([true, false])
  })
})

test.each([
  ['\\h+', 'Ruby'],
  ['\\X', 'Java'],
  ['\\Gabc', '.NET'],
  ['[a-z&&[^b]]', 'Java'],
  ['[a-z-[aeiou]]', '.NET'],
  ['a(?i)b', 'Python'],
  ['(?P=name)', 'Python'],
  ['(?R)', 'PCRE'],
  ['\\k{name}', 'references'],
  ['\\p{InGreek}', 'ECMA-262'],
  ['^\\j$', 'ECMA-262'],
])('%s has no equivalent, so its meaning elsewhere is named: %s', (pattern, named) => {
  const foreign = readForeignPattern(pattern)

  expect(foreign?.translated).toBeUndefined()
  expect(foreign?.found.map(({ sentence }) => sentence).join(' ')).toContain(named)
})

test.each([
  '^[0-9]{3}$',
  '^\\d+\\.\\d+$',
  '^\\p{L}+$',
  '^\\u{41}\\x41\\u0041\\cA$',
  '^https?:\\/\\/[^\\s/]+$',
  '/api/',
  '\\$\\{name\\}',
  '^(?<n>a)(?:b)(?i:c)$',
  '[^][a]',
  '\\\\A',
  '\\bword\\b',
  '^\\-?\\d+$',
  '^.{1,1000}$',
])('%s is ECMA-262, and left alone', (pattern) => {
  expect(readForeignPattern(pattern)).toBeNull()
})
