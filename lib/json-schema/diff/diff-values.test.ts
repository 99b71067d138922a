import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { diffValues } from './diff-values.ts'

const changesOf = (before: Json, after: Json, tolerance = 0) =>
  diffValues(before, after, { tolerance }).changes

describe('two values', () => {
  test('equal values have no changes, whatever the order of their fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(changesOf(value as Json, structuredClone(value) as Json)).toEqual([])
      }),
    )
    expect(changesOf({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([])
  })

  test('values that differ have at least one change', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const areEqual = JSON.stringify(one) === JSON.stringify(other)
        fc.pre(
          !areEqual &&
            JSON.stringify([one, other]).length < 500 &&
            !/-0|"__proto__"/.test(JSON.stringify([one, other])),
        )
        const [before, after] = [one as Json, other as Json]
        expect(changesOf(before, after).length > 0).toBe(changesOf(after, before).length > 0)
      }),
    )
    expect(changesOf(null, 0)).toEqual([{ path: [], kind: 'changed', before: null, after: 0 }])
  })

  test('a diff shows fields that were added, removed and changed', () => {
    expect(changesOf({ a: 1, b: { c: true } }, { b: { c: false }, d: [] })).toEqual([
      { path: ['b', 'c'], kind: 'changed', before: true, after: false },
      { path: ['d'], kind: 'added', after: [] },
      { path: ['a'], kind: 'removed', before: 1 },
    ])
  })

  test('a diff shows the words that changed inside a text', () => {
    const [change] = changesOf({ text: 'The quick brown fox' }, { text: 'The slow brown fox' })

    expect(change?.parts).toEqual([
      { text: 'The ', kind: 'same' },
      { text: 'quick', kind: 'removed' },
      { text: 'slow', kind: 'added' },
      { text: ' brown fox', kind: 'same' },
    ])
  })

  test('two values may differ in numbers within the tolerance, also inside lists', () => {
    expect(changesOf({ sum: 100, each: [1, 2] }, { sum: 100.5, each: [1, 2.001] }, 0.01)).toEqual([])
    expect(changesOf({ sum: 100 }, { sum: 102 }, 0.01)).toHaveLength(1)
    expect(changesOf(0, 0.001, 0.01)).toHaveLength(1)
  })
})

describe('lists of records', () => {
  const pen = { name: 'Pen', price: 2 }
  const ink = { name: 'Ink', price: 9 }
  const pad = { name: 'Pad', price: 4 }

  test('records of a list are matched by their key: a new one does not change the others', () => {
    expect(changesOf([pen, ink], [pad, pen, { ...ink, price: 10 }])).toEqual([
      { path: ['Pad'], kind: 'added', after: pad },
      { path: ['Ink', 'price'], kind: 'changed', before: 9, after: 10 },
    ])
  })

  test('a moved record of a list is one move', () => {
    expect(changesOf([pen, ink, pad], [pad, pen, ink])).toEqual([
      { path: ['Pad'], kind: 'moved', before: 3, after: 1 },
    ])
  })

  test('records without a unique key are compared as items', () => {
    expect(changesOf([pen, pen], [pen, { ...pen, price: 3 }])).toEqual([
      { path: ['2', 'price'], kind: 'changed', before: 2, after: 3 },
    ])
  })

  test('a diff of two lists shows what was inserted where', () => {
    expect(changesOf(['a', 'b'], ['a', 'x', 'b'])).toEqual([{ path: ['2'], kind: 'added', after: 'x' }])
    expect(changesOf(['a', 'b', 'c'], ['a', 'c'])).toEqual([{ path: ['2'], kind: 'removed', before: 'b' }])
  })
})

test('a diff is bounded: two long lists that share nothing are compared in moments, and the changes cut', () => {
  const list = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`)
  const startedAt = performance.now()

  const { changes, isCut } = diffValues(list('a'), list('b'))

  expect({ count: changes.length, isCut }).toEqual({ count: 300, isCut: true })
  expect(performance.now() - startedAt).toBeLessThan(3_000)
})

const words = (count: number, start: string) =>
  Array.from({ length: count }, (_, index) => start + index).join(' ')
const texts = (start: string) =>
  Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, words(250, start)]))
const ids = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`${at}Id`, at]))
const records = (first: Json) => [first, ...Array.from({ length: 4_000 }, () => ({}))]
test.each<[string, Json, Json]>([
  ['many texts without a common word', texts('a'), texts('b')],
  ['records with many fields that could be a key', records(ids), records({ ...ids, more: 1 })],
])('is bounded for %s', (_what, before, after) => {
  const small = performance.now()
  diffValues({ a: words(250, 'a') }, { a: words(250, 'b') })
  const large = performance.now()
  const { changes } = diffValues(before, after)

  expect(changes.length).toBeGreaterThan(0)
  // On any machine, this may take only as long as a few texts.
  expect(performance.now() - large).toBeLessThan(8 * (large - small) + 200)
})

test('past the limit of a comparison, a text is shown as a whole', () => {
  const { changes } = diffValues(texts('a'), texts('b'))

  expect(changes).toHaveLength(100)
  expect(changes.at(-1)).not.toHaveProperty('parts')
})
