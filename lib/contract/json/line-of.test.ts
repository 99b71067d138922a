import { expect, test } from 'vitest'
import { lineOf, linesOf } from './line-of.ts'

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

// biome-ignore format: a table reads in rows
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
])('%s stands on line %i', (pointer, line) => {
  expect(lineOf(linesOf(TEXT), pointer)).toBe(line)
})
