import { describe, expect, test } from 'vitest'
import { formatJson, parseJson } from './json-text.ts'

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

  test('is absent when nothing is typed', () => {
    expect(parseJson(' \n')).toBeUndefined()
  })
})
