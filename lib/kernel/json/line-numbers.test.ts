import { expect, test } from 'vitest'
import { findLine, lineNumbers } from './line-numbers.ts'

const TEXT = `{
  "a": 1, "b/c": [
    "x",
    { "d": "{\\"[", "e": {
        "f": null } },
    [
      2
    ]
  ],
  "g": "}"
}
`

// biome-ignore format: table
test.each([
  ['',            1],
  ['/a',          2],
  ['/b~1c',       2],
  ['/b~1c/0',     3],
  ['/b~1c/1',     4],
  ['/b~1c/1/d',   4],
  ['/b~1c/1/e/f', 5],
  ['/b~1c/2',     6],
  ['/b~1c/2/0',   7],
  ['/g',          10],
  ['/b~1c/1/new', 4],
  ['/nowhere',    1],
])('the value at %s is on line %i', (pointer, line) => {
  expect(findLine(lineNumbers(TEXT), pointer)).toBe(line)
})

test('a text with a string of ten megabytes has lines, too', () => {
  const lines = lineNumbers(`{\n"long": "${'x '.repeat(5_000_000)}",\n"next": 1\n}`)

  expect([...lines]).toEqual([
    ['', 1],
    ['/long', 2],
    ['/next', 3],
  ])
})
