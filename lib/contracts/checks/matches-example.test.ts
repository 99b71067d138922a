import { expect, test } from 'vitest'
import { matchesExample } from './matches-example.ts'

// biome-ignore format: table
test.each([
  ['the same',                     { output: { a: 1, b: [2] } }, { b: [2], a: 1 }, true],
  ['another value',                { output: { a: 1 } },         { a: 2 },         false],
  ['something more',               { output: { a: 1, b: 1 } },   { a: 1 },         false],
  ['null where null is expected',  { output: null },             null,             true],
  ['anything, nothing expected',   { output: { a: 1 } },         undefined,        undefined],
  ['nothing yet',                  {},                           { a: 1 },         undefined],
  ['no run',                       null,                         { a: 1 },         undefined],
])('%s', (_, run, expected, isPromisedExpected) => {
  expect(matchesExample(run, expected)).toBe(isPromisedExpected)
})
