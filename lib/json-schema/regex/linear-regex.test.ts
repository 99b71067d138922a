import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { toRe2Pattern } from './ecma-pattern.ts'
import { isPlainlyLinear, linearRegex, patternError } from './linear-regex.ts'

// biome-ignore format: table
const cases: [pattern: string, text: string][] = [
  ['^\\d{4}-\\d{2}-\\d{2}$', '2026-11-20'],
  ['^a$', 'a\n'],
  ['a.c', 'a\u2028c'],
  ['^\\s+$', ' \t\u00a0\ufeff\u3000'],
  ['^\\S+$', '\u00a0'],
  ['^[\\s\\S]*$', 'anything\nat all'],
  ['^[^\\s]+$', 'a\u2003b'],
  ['^[\\S]$', '\u1680'],
  ['^(?<year>\\d+)$', '2026'],
  ['^\\u{1F600}$', '😀'],
  ['^\\uD83D\\uDE00$', '😀'],
  ['^[\\uD83D\\uDE00-\\uD83D\\uDE05]$', '😀'],
  ['^.$', '😀'],
  ['[[:alpha:]]', 'b'],
  ['[[]', '['],
  ['^[^]$', '\n'],
  ['[]', 'a'],
  ['[\\b]', '\b'],
  ['\\bcat\\b', 'a cat sat'],
  ['^\\-$', '-'],
  ['^\\Z$', 'Z'],
  ['^\\cJ$', '\n'],
  ['^\\x41\\0$', 'A\0'],
  ['^\\/$', '/'],
  ['a{,3}', 'a{,3}'],
  ['^[\\w.-]+$', 'a.b-c'],
  ['^\\p{Letter}+$', 'Grüße'],
  ['^\\p{Lu}\\P{Lu}$', 'Ab'],
  ['^[\\p{Script=Greek}\\d]+$', 'α1'],
  ['^(?i:abc)$', 'ABC'],
]

describe('linearRegex', () => {
  test.each(cases)('%s matches %j like ECMAScript', (pattern, text) => {
    expect(linearRegex(pattern).test(text)).toBe(native(pattern).test(text))
  })

  test('linearRegex agrees with ECMAScript on generated patterns', () => {
    // biome-ignore format: table
    const atom = fc.constantFrom('a', 'b', '.', '\\s', '\\S', '\\d', '\\D', '\\w', '\\W', '[a-c]', '[^a\\s]', '[\\S\\d]', '\\n', '\\.', '\\u0041', '(?:a|b)', '(b)')
    const quantified = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '*?'))
      .map(([each, how]) => each + how)
    const pattern = fc
      .tuple(fc.constantFrom('', '^'), fc.array(quantified, { maxLength: 5 }), fc.constantFrom('', '$'))
      .map(([start, middle, end]) => start + middle.join('') + end)
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'A', '1', ' ', '\n', '\u00a0', '\u2028', '.', '😀'),
    })
    fc.assert(
      fc.property(pattern, text, (each, given) => linearRegex(each).test(given) === native(each).test(given)),
      { numRuns: 300 },
    )
  })

  test('a pattern that would take other engines exponential time ends at once', () => {
    expect(linearRegex('^(a+)+$').test(`${'a'.repeat(50_000)}!`)).toBe(false)
  })
})

// biome-ignore format: table
test.each([
  ['^(?=.*\\d).+$',   'lookahead and lookbehind are not supported'],
  ['(?<!a)b',         'lookahead and lookbehind are not supported'],
  ['(a)\\1',          'backreferences are not supported'],
  ['(?<q>a)\\k<q>',   'backreferences are not supported'],
  ['(',               'Unterminated group'],
  ['[b-a]',           'out of order'],
  ['^\\p{Alpha}+$',   '\\p{Alpha} is not supported: use a general category such as \\p{L}, or a script such as \\p{Script=Greek}'],
  ['a{2000}',         '{2000} is too many: a part of a pattern can be repeated at most 1,000 times'],
  ['(?:a{500}){3}',   '{3} is too many: a part of a pattern can be repeated at most 1,000 times, and repeats within repeats multiply'],
])('%s is refused because of it', (pattern, reason) => {
  expect(patternError(pattern)).toContain(reason)
})

test('a pattern that RE2 can run has no error', () => {
  expect(patternError('^[a-z]+$')).toBeUndefined()
})

function native(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

describe('a pattern is plainly linear', () => {
  test.each([
    '^[a-z]+$',
    '^[A-Z]{3}-[0-9]{4}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    'abc',
    '^https?:',
    '^.{1,80}$',
    '^[^@]+@',
    '^$',
    '',
  ])('when it has no choice to go back on: %s', (pattern) => {
    expect(isPlainlyLinear(pattern)).toBe(true)
  })

  // biome-ignore format: list
  test.each(['^(a+)+$', '^[a-z]+[a-z]+$', 'a+$', '\\d+', '^(a|a)*$', '(a)\\1', '^a{1,999}a{1,999}$', '^(?=a)', '^a|b+', '^[a-z]+(-[a-z]+)*$', '[', '^a**', '^a+?b', '^\\p{L}+$', '^a{2}{3}', '\\'])(
    'but not when it might: %s',
    (pattern) => {
      expect(isPlainlyLinear(pattern)).toBe(false)
    },
  )

  test('a plainly linear pattern matches natively as it does in RE2', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '-',
      '.',
      '\\d',
      '\\w',
      '\\s',
      '\\S',
      '\\W',
      '[a-c]',
      '[^a]',
      '[^\\s]',
      '[\\d-]',
      '\\.',
      '\\-',
      '\\/',
    )
    const times = fc.constantFrom('', '', '+', '*', '?', '{2}', '{1,3}', '{0,}')
    const part = fc.tuple(atom, times).map((both) => both.join(''))
    const pattern = fc.array(part, { maxLength: 4 }).map((parts) => `^${parts.join('')}$`)
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '-', '.', '1', ' ', '\n', '\u00a0', '😀', '/'),
      maxLength: 6,
    })
    let asked = 0
    fc.assert(
      fc.property(pattern, text, (each, given) => {
        if (!isPlainlyLinear(each)) return
        asked++
        const native = new RegExp(each, 'u')
        expect(native.test(given)).toBe(RE2JS.compile(toRe2Pattern(each)).matcher(given).find())
      }),
      { numRuns: 500 },
    )
    expect(asked).toBeGreaterThan(200)
  })
})
