import { describe, expect, test } from 'vitest'
import type { Json } from './json.ts'
import { applyPatch, applyPatchWithin, invertPatch, type Operation } from './json-patch.ts'

// biome-ignore format: table
const CASES: [sentence: string, before: Json, operations: Operation[], after: Json | undefined][] = [
  ['a property is added',               { a: 1 },          [{ op: 'add', path: '/b', value: 2 }],          { a: 1, b: 2 }],
  ['an item is added in the middle',    [1, 3],            [{ op: 'add', path: '/1', value: 2 }],          [1, 2, 3]],
  ['an item is added at the end',       [1],               [{ op: 'add', path: '/-', value: 2 }],          [1, 2]],
  ['a value is replaced where it is',   { a: 1, b: 2 },    [{ op: 'replace', path: '/a', value: 3 }],      { a: 3, b: 2 }],
  ['the whole is replaced',             { a: 1 },          [{ op: 'replace', path: '', value: [] }],       []],
  ['a property is removed',             { a: 1, b: 2 },    [{ op: 'remove', path: '/a' }],                 { b: 2 }],
  ['an item is removed',                [1, 2],            [{ op: 'remove', path: '/0' }],                 [2]],
  ['a value moves to another place',    { a: { b: 1 }, c: {} }, [{ op: 'move', from: '/a/b', path: '/c/d' }], { a: {}, c: { d: 1 } }],
  ['several follow one another',        {},                [{ op: 'add', path: '/a', value: {} }, { op: 'add', path: '/a/b', value: 1 }], { a: { b: 1 } }],
  ['nothing is replaced that is absent', { a: 1 },         [{ op: 'replace', path: '/b', value: 2 }],      undefined],
  ['nothing is removed that is absent', { a: 1 },          [{ op: 'remove', path: '/b' }],                 undefined],
  ['nothing is added below a text',     { a: 'x' },        [{ op: 'add', path: '/a/b', value: 2 }],        undefined],
  ['nothing is added beyond a list',    [1],               [{ op: 'add', path: '/5', value: 2 }],          undefined],
  ['no name is taken from another',     { a: 1, b: 2 },    [{ op: 'move', from: '/a', path: '/b' }],       undefined],
  ['one that fails undoes all',         { a: 1 },          [{ op: 'add', path: '/b', value: 2 }, { op: 'remove', path: '/c' }], undefined],
]

describe('a patch', () => {
  test.each(CASES)('a JSON patch is applied and undone: %s', (_, before, operations, after) => {
    expect(applyPatch(before, operations)).toEqual(after)
  })

  test('a JSON patch renames a property without moving it', () => {
    const after = applyPatch({ a: 1, b: 2, c: 3 }, [{ op: 'move', from: '/b', path: '/x' }])

    expect(Object.keys(after as object)).toEqual(['a', 'x', 'c'])
  })

  test('a JSON patch tells which operation does not apply, and which one exceeds its budget', () => {
    const small: Operation = { op: 'replace', path: '/a/x', value: 3 }
    const before = { a: { x: 1, y: 2 } }

    expect(applyPatchWithin(before, [small, { op: 'remove', path: '/b' }], 100)).toEqual({
      failed: 1,
      isTooCostly: false,
    })
    // Each copies one property of the whole and two of `a`.
    expect(applyPatchWithin(before, [small, small], 6)).toEqual({ value: { a: { x: 3, y: 2 } } })
    expect(applyPatchWithin(before, [small, small], 5)).toEqual({ failed: 1, isTooCostly: true })
  })

  test('a JSON patch keeps unaffected objects identical', () => {
    const before = { a: { deep: 1 }, b: { deep: 2 } }
    const after = applyPatch(before, [{ op: 'add', path: '/b/more', value: 3 }]) as typeof before

    expect(after.a).toBe(before.a)
    expect(before.b).toEqual({ deep: 2 })
  })

  test.each(CASES.filter(([, , , after]) => after !== undefined))(
    'can be reverted: %s',
    (_, before, operations, after) => {
      expect(applyPatch(after as Json, invertPatch(before, operations))).toEqual(before)
    },
  )
})
