import { describe, expect, test } from 'vitest'
import { formatJson, parseJson, whyNotJson } from './json-text.ts'

describe('JSON in an editor', () => {
  test.each([
    ['an object', { b: 1, a: [null, 'x'] }],
    ['a number', 7],
    ['null', null],
    ['nothing', undefined],
    ['half of an object, as it was typed', '{\n  "a": '],
  ])('%s survives being shown and read again', (_, value) => {
    expect(parseJson(formatJson(value))).toEqual(value)
  })

  test('is kept as text while it is no JSON', () => {
    expect(parseJson('{ "a": 1, ')).toBe('{ "a": 1, ')
  })

  // biome-ignore format: a table reads in rows
  test.each([
    ['{ "a": 1, ',                    'This is no JSON yet. Line 1, column 11: expected double-quoted property name'],
    ['{"id": 9007199254740993}',      '[id] has more digits than a number keeps: send it as text'],
    ['{"maximum": 1e400}',            '[maximum] must be a finite number'],
    ['{"a": 9007199254740991}',       undefined],
    ['',                              undefined],
  ])('%j is kept as text when it cannot be kept as it stands, and says why', (text, whyNot) => {
    expect(whyNotJson(text)).toBe(whyNot)
    if (whyNot) expect(parseJson(text)).toBe(text)
  })

  test('is absent when nothing is typed', () => {
    expect(parseJson(' \n')).toBeUndefined()
  })
})
