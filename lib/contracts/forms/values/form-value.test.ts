import { describe, expect, test } from 'vitest'
import {
  ABSENT,
  changedAt,
  type FormValue,
  renameKey,
  SKIPPED,
  toJsonValue,
  type ValuePath,
} from './form-value.ts'

// biome-ignore format: table
test.each<[string, FormValue, unknown]>([
  ['filled values, unchanged',      { b: '', a: null, c: false, d: 0, e: {}, f: [] }, { b: '', a: null, c: false, d: 0, e: {}, f: [] }],
  ['no name without a value',                { a: undefined, b: 1 },                           { b: 1 }],
  ['no empty row',                           { a: ['x', undefined, 'y'] },                     { a: ['x', 'y'] }],
  ['no list of nothing but empty rows',      { a: [undefined, undefined] },                    {}],
  ['null for a place skipped before another', { a: [SKIPPED, 2, SKIPPED] },                    { a: [null, 2] }],
  ['an object even when it is empty',        { a: { b: undefined } },                          { a: {} }],
])('the value that a form sends is %s', (_, formValue, expected) => {
  expect(toJsonValue(formValue)).toEqual(expected)
})

test('a form sends a value without gaps unchanged', () => {
  const formValue = { a: [{ b: 1 }] }

  expect(toJsonValue(formValue)).toBe(formValue)
})

describe('a change', () => {
  const order = () => ['a', 'b', 'c']

  // biome-ignore format: table
  test.each<[string, FormValue, ValuePath, FormValue | typeof ABSENT, string]>([
    ['keeps the place of what was there', { c: 1, a: 2 },  ['c'],      3,         '{"c":3,"a":2}'],
    ['puts new ones in their place',      { a: 1, c: 2 },  ['b'],      3,         '{"a":1,"b":3,"c":2}'],
    ['puts unknown ones last',            { a: 1 },        ['x'],      3,         '{"a":1,"x":3}'],
    ['takes away',                        { a: 1, b: 2 },  ['a'],      ABSENT,    '{"b":2}'],
    ['makes what stands around it',       undefined,       ['a', 'b'], 1,         '{"a":{"b":1}}'],
    ['makes a list for a position',       undefined,       ['a', 0],   1,         '{"a":[1]}'],
    ['makes a list within a list',        { a: [SKIPPED] }, ['a', 0, 1], 1,        '{"a":[[null,1]]}'],
    ['makes an object within a list',     {},              ['a', 1, 'x'], 1,       '{"a":[null,{"x":1}]}'],
    ['makes an object for a name of digits', {},           ['0'],      1,         '{"0":1}'],
    ['replaces an item',                  { a: [1, 2] },   ['a', '1'], 3,         '{"a":[1,3]}'],
    ['does not disturb what is beside it', { a: { b: 1 }, c: 2 }, ['a', 'b'], 5,  '{"a":{"b":5},"c":2}'],
    ['is own, whatever it is called',     {},              ['__proto__'], 1,      '{"__proto__":1}'],
  ])('a change of a form’s value is applied: %s', (_, formValue, keys, value, expected) => {
    expect(JSON.stringify(toJsonValue(changedAt(formValue, keys, value, order)))).toBe(expected)
  })

  test('a change of a form’s value a change keeps unchanged objects of a form’s value identical', () => {
    const formValue = { a: { x: 1 }, b: { y: 1 } }

    expect((changedAt(formValue, ['b', 'y'], 2) as typeof formValue).a).toBe(formValue.a)
  })
})

test('renaming a field of a form’s value does not change its position', () => {
  expect(Object.keys(renameKey({ a: 1, b: 2, c: 3 }, 'b', 'x') as object)).toEqual(['a', 'x', 'c'])
})
