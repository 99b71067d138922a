import { expect, test } from 'vitest'
import { describePattern, patternHint, patternRequirement } from './describe-pattern.ts'

// biome-ignore format: table
test.each<[pattern: string, requirement: string | undefined]>([
  ['^(auto|[a-z]{2})$',       'must be “auto” or two lowercase letters'],
  ['^[0-9]{1,2}$',            'must be one or two digits'],
  ['^#[0-9a-f]{6}$',          'must be “#” and six hexadecimal digits'],
  ['^[A-Z]{2}-\\d{4}$',       'must be two capital letters, “-” and four digits'],
  ['^https?://',              'must start with “http”, “s” (optional) and “://”'],
  ['\\.csv$',                 'must end with “.csv”'],
  ['@',                       'must contain “@”'],
  ['^[A-Za-z0-9_]+$',         'must be one or more letters, digits or “_”'],
  ['^\\+?[0-9]{7,15}$',       'must be “+” (optional) and 7 to 15 digits'],
  ['^(en|de)(-[A-Z]{2})?$',   'must be (“en” or “de”) and (“-” and two capital letters, optional)'],
  ['^(/.*)?$',                'must be empty, or “/” and any number of characters'],
  ['^\\d?$',                  'must be empty, or one digit'],
  ['^x(a|\\d?)$',             'must be “x” and (“a” or one digit (optional))'],
  ['(/.*)?',                  undefined],
  ['^[^,]+$',                 'must be one or more characters except “,”'],
  ['^\\p{L}+$',               'must be one or more letters'],
  ['^(?!x)',                  undefined],
  ['^a|b$',                   undefined],
  ['^(a+(b+(c+)*)*)+\\b$',    undefined],
  ['^$',                      undefined],
])('%s in words: %s', (pattern, requirement) => {
  expect(describePattern(pattern)?.requirement).toBe(requirement)
})

test('a default is one example among others, and never the form of a pattern', () => {
  const always = () => true
  expect(patternRequirement('^(?:x|\\bauto)$', { default: 'auto' }, always)).toBe(
    'must match ^(?:x|\\bauto)$, such as “auto”',
  )
  expect(patternHint('^(auto|[a-z]{2})$', { default: 'auto' })).toBe('“auto” or two lowercase letters.')
})

test('an example shows the form of a pattern without alternatives, and is added where there are some', () => {
  const always = () => true
  expect(patternRequirement('^[0-9]{2}:[0-9]{2}$', { examples: ['15:30'] }, always)).toBe(
    'must have the form of “15:30”',
  )
  expect(patternRequirement('^(auto|[a-z]{2})$', { examples: ['en'] }, always)).toBe(
    'must be “auto” or two lowercase letters, such as “en”',
  )
  expect(patternHint('^[0-9]{2}:[0-9]{2}$', { examples: ['15:30'] })).toBe('In the form of “15:30”.')
})
