import { expect, test } from 'vitest'
import type { Json } from './json.ts'
import { applyMergePatch } from './merge-patch.ts'

// RFC 7396, appendix A, and a name that assignment would lose.
// biome-ignore format: table
test.each<[value: Json, patch: Json, changed: Json]>([
  [{ a: 'b' },               { a: 'c' },                   { a: 'c' }],
  [{ a: 'b' },               { b: 'c' },                   { a: 'b', b: 'c' }],
  [{ a: 'b' },               { a: null },                  {}],
  [{ a: 'b', b: 'c' },       { a: null },                  { b: 'c' }],
  [{ a: ['b'] },             { a: 'c' },                   { a: 'c' }],
  [{ a: 'c' },               { a: ['b'] },                 { a: ['b'] }],
  [{ a: { b: 'c' } },        { a: { b: 'd', c: null } },   { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] },      { a: [1] },                   { a: [1] }],
  [['a', 'b'],               ['c', 'd'],                   ['c', 'd']],
  [{ a: 'b' },               ['c'],                        ['c']],
  [{ a: 'foo' },             null,                         null],
  [{ a: 'foo' },             'bar',                        'bar'],
  [{ e: null },              { a: 1 },                     { e: null, a: 1 }],
  [[1, 2],                   { a: 'b', c: null },          { a: 'b' }],
  [{},                       { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('the merge patch of %j with %j is %j', (value, patch, changed) => {
  expect(applyMergePatch(value, patch)).toEqual(changed)
})

test('a merge patch changes a field called __proto__ like any other', () => {
  const patched = applyMergePatch({ a: 1 }, JSON.parse('{"__proto__":{"b":2}}'))

  expect(JSON.stringify(patched)).toBe('{"a":1,"__proto__":{"b":2}}')
})
