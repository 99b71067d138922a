import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { toRe2Pattern } from './ecma-pattern.ts'
import { isPlainlyLinear } from './plainly-linear.ts'

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

  // biome-ignore format: a list reads in rows
  test.each(['^(a+)+$', '^[a-z]+[a-z]+$', 'a+$', '\\d+', '^(a|a)*$', '(a)\\1', '^a{1,999}a{1,999}$', '^(?=a)', '^a|b+', '^[a-z]+(-[a-z]+)*$', '[', '^a**', '^a+?b', '^\\p{L}+$', '^a{2}{3}', '\\'])(
    'but not when it might: %s',
    (pattern) => {
      expect(isPlainlyLinear(pattern)).toBe(false)
    },
  )

  test('and then says what RE2 says', () => {
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
