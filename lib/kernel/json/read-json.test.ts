import { describe, expect, test } from 'vitest'
import { faultText, readJson } from './read-json.ts'

describe('JSON as people write it', () => {
  test('JSON is read with its properties in their order', () => {
    expect(JSON.stringify(readJson('{"b": 1, "a": {"d": [], "c": null}}').value)).toBe(
      '{"b":1,"a":{"d":[],"c":null}}',
    )
  })

  // biome-ignore format: table
  test.each([
    ['a comma too many',         '{\n  "a": 1,\n}',              3, 1],
    ['a comma too few',          '{\n  "a": 1\n  "b": 2\n}',     3, 3],
    ['a missing quote',          '{\n  a: 1\n}',                 2, 3],
    ['a text that ends',         '{\n  "a": [1,',                2, 11],
    ['an open string',           '{\n  "a": "x\n}',              2, 10],
    ['an invalid literal',  '{\n  "a": nope\n}',            2, 9],
    ['nothing at all',           '',                             1, 1],
    ['something after the end',  '{}\n{}',                       2, 1],
    ['a comment',                '{\n  // no\n}',                2, 3],
  ])('in invalid JSON, %s is found by line and column', (_, text, line, column) => {
    expect(readJson(text).fault).toMatchObject({ line, column })
  })

  test('a fault of JSON reads as a sentence without the engine’s positions', () => {
    const { fault } = readJson('{\n  "a": 1\n  "b": 2\n}')

    expect(fault && faultText(fault)).toBe("Line 3, column 3: expected ',' or '}' after property value")
    expect(readJson('{} x').fault?.message).toBe('unexpected non-whitespace character after JSON')
  })
})
