import { describe, expect, test } from 'vitest'
import {
  formatJson,
  formatTyped,
  jsonTextError,
  parseJson,
  parseTyped,
  parseTypedLines,
} from './typed-text.ts'

describe('a value in an input', () => {
  // biome-ignore format: table
  test.each([
    ['a number',                     '4.5',        'number',  4.5],
    ['an incomplete number',    '4e',         'number',  '4e'],
    ['a number too large to be exact',     '9007199254740993', 'integer', '9007199254740993'],
    ['digits of a text',             '007',        'string',  '007'],
    ['a list',                       '["a"]',      'array',   ['a']],
    ['half of a list',                  '["a"',       'array',   '["a"'],
    ['nothing',                      '',           'string',  undefined],
  ] as const)('%s that is typed into a field is parsed, and shown as typed', (_, text, type, value) => {
    expect(parseTyped(text, type)).toEqual(value)
    expect(formatTyped(value as never)).toBe(text)
  })

  test('allowed values are parsed one per line', () => {
    expect(parseTypedLines('1\n\n 2 ', 'number')).toEqual([1, 2])
    expect(parseTypedLines(' \n', 'string')).toBeUndefined()
  })
})

describe('JSON in an editor', () => {
  test.each([
    ['an object', { b: 1, a: [null, 'x'] }],
    ['a number', 7],
    ['null', null],
    ['nothing', undefined],
    ['half of an object, as it was typed', '{\n  "a": '],
  ])('%s survives being shown in a JSON editor and read again', (_, value) => {
    expect(parseJson(formatJson(value))).toEqual(value)
  })

  test('JSON is stored as text while it is invalid', () => {
    expect(parseJson('{ "a": 1, ')).toBe('{ "a": 1, ')
  })

  // biome-ignore format: table
  test.each([
    ['{ "a": 1, ',                    'Invalid JSON. Line 1, column 11: expected double-quoted property name'],
    ['{"id": 9007199254740993}',      '[id] has too many digits to be stored exactly: send it as text'],
    ['{"maximum": 1e400}',            '[maximum] must be a finite number'],
    ['{"a": 9007199254740991}',       undefined],
    ['',                              undefined],
  ])('text in a JSON editor is checked for what JSON cannot store: %j', (text, error) => {
    expect(jsonTextError(text)).toBe(error)
    if (error) expect(parseJson(text)).toBe(text)
  })

  test('an empty JSON editor removes the value', () => {
    expect(parseJson(' \n')).toBeUndefined()
  })
})
