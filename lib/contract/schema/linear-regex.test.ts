import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linearRegex, whyNotPattern } from './linear-regex.ts'

// biome-ignore format: a table reads in rows
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
  test.each(cases)('%s says of %j what ECMAScript says', (pattern, text) => {
    expect(linearRegex(pattern).test(text)).toBe(native(pattern).test(text))
  })

  test('agrees with ECMAScript on patterns made of its own tokens', () => {
    // biome-ignore format: a table reads in rows
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

  test('a pattern that would hang other engines for ever comes back', () => {
    expect(linearRegex('^(a+)+$').test(`${'a'.repeat(50_000)}!`)).toBe(false)
  })
})

// biome-ignore format: a table reads in rows
test.each([
  ['^(?=.*\\d).+$',   'lookahead and lookbehind are not possible'],
  ['(?<!a)b',         'lookahead and lookbehind are not possible'],
  ['(a)\\1',          'backreferences are not possible'],
  ['(?<q>a)\\k<q>',   'backreferences are not possible'],
  ['(',               'Unterminated group'],
  ['[b-a]',           'out of order'],
  ['a{2000}',         'invalid repeat count'],
])('%s is refused because of it', (pattern, reason) => {
  expect(whyNotPattern(pattern)).toContain(reason)
})

test('a pattern that can be run has no why-not', () => {
  expect(whyNotPattern('^[a-z]+$')).toBeUndefined()
})

function native(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
