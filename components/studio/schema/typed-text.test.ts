import { describe, expect, test } from 'vitest'
import { retyped } from './retyped.ts'
import { formatTyped, parseTyped, parseTypedLines } from './typed-text.ts'

describe('a value in an input', () => {
  // biome-ignore format: a table reads in rows
  test.each([
    ['a number',                     '4.5',        'number',  4.5],
    ['a number that is none yet',    '4e',         'number',  '4e'],
    ['a number no number keeps',     '9007199254740993', 'integer', '9007199254740993'],
    ['digits of a text',             '007',        'string',  '007'],
    ['a list',                       '["a"]',      'array',   ['a']],
    ['half a list',                  '["a"',       'array',   '["a"'],
    ['nothing',                      '',           'string',  undefined],
  ] as const)('is %s', (_, text, type, value) => {
    expect(parseTyped(text, type)).toEqual(value)
    expect(formatTyped(value as never)).toBe(text)
  })

  test('allowed values stand one on a line', () => {
    expect(parseTypedLines('1\n\n 2 ', 'number')).toEqual([1, 2])
    expect(parseTypedLines(' \n', 'string')).toBeUndefined()
  })
})

describe('another type', () => {
  const row = {
    name: 'a',
    type: 'string',
    description: 'd',
    required: true,
    minLength: 2,
    default: 'x',
  } as const

  test('takes the limits of the old one away', () => {
    expect(retyped(row, 'number')).toEqual({ name: 'a', type: 'number', description: 'd', required: true })
  })

  test('keeps a default that still fits', () => {
    expect(retyped({ name: 'a', type: 'number', default: 3, min: 1 }, 'integer')).toEqual({
      name: 'a',
      type: 'integer',
      default: 3,
      min: 1,
    })
  })
})
