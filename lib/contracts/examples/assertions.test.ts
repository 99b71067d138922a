import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { compareOutputs, proposeAssertions } from './assertions.ts'
import type { ExampleAssertion } from './example-assertion.ts'

const RECORDED = {
  at: '2026-01-01',
  total: 10,
  lines: [
    { id: 'a', n: 1 },
    { id: 'b', n: 2 },
  ],
  tags: ['x', 'y'],
}

// biome-ignore format: table
test.each<[string, Json, ExampleAssertion[], unknown[]]>([
  ['is equal',                               RECORDED,                                                    [], []],
  ['has its fields in another order',        Object.fromEntries(Object.entries(RECORDED).reverse()),      [], []],
  ['has another value',                      { ...RECORDED, total: 11 },                                  [], [{ path: '/total', kind: 'changed' }]],
  ['lacks a field',                          { at: '2026-01-01', total: 10, lines: RECORDED.lines },      [], [{ path: '/tags', kind: 'removed' }]],
  ['has another field',                      { ...RECORDED, more: null },                                 [], [{ path: '/more', kind: 'added' }]],
  ['has a shorter list',                     { ...RECORDED, tags: ['x'] },                                [], [{ path: '/tags/1', kind: 'removed' }]],
  ['differs where all is ignored',           { ...RECORDED, at: 'now' },                                  [{ kind: 'ignore', path: '/at' }], []],
  ['lacks what is ignored',                  { ...RECORDED, lines: [{ n: 1 }, { n: 2 }] },                [{ kind: 'ignore', path: '/lines/*/id' }], []],
  ['is within the tolerance',                { ...RECORDED, total: 10.5 },                                [{ kind: 'tolerance', path: '/total', within: 0.5 }], []],
  ['is beyond the tolerance',                { ...RECORDED, total: 10.6 },                                [{ kind: 'tolerance', path: '/total', within: 0.5 }], [{ path: '/total', kind: 'changed' }]],
  ['has a list in another order',            { ...RECORDED, tags: ['y', 'x'] },                           [{ kind: 'set', path: '/tags' }], []],
  ['has another list where order is free',   { ...RECORDED, tags: ['y', 'y'] },                           [{ kind: 'set', path: '/tags' }], [{ path: '/tags', kind: 'changed' }]],
  ['matches the pattern',                    { ...RECORDED, at: '2027-02-03' },                           [{ kind: 'pattern', path: '/at', pattern: '^\\d{4}-' }], []],
  ['does not match the pattern',             { ...RECORDED, at: 'soon' },                                 [{ kind: 'pattern', path: '/at', pattern: '^\\d{4}-' }], [{ path: '/at', kind: 'changed' }]],
  ['satisfies the schema in every item',     { ...RECORDED, lines: [{ id: 'a', n: 7 }, { id: 'b', n: 9 }] }, [{ kind: 'schema', path: '/lines/*/n', schema: { type: 'integer' } }], []],
  ['breaks the schema in one item',          { ...RECORDED, lines: [{ id: 'a', n: 7 }, { id: 'b', n: 'no' }] }, [{ kind: 'schema', path: '/lines/*/n', schema: { type: 'integer' } }], [{ path: '/lines/1/n', kind: 'changed' }]],
  ['is not of the type of its schema', { ...RECORDED, total: 12 },                                  [{ kind: 'schema', path: '/total', schema: { type: 'string' } }], [{ path: '/total', kind: 'changed' }]],
])('an output that %s differs from the recorded one as its assertions say', (_, output, assertions, expected) => {
  expect(compareOutputs(RECORDED, output, assertions)).toEqual(expected)
})

test('an output that differs everywhere is reported at a hundred places at most', () => {
  const numbers = Array.from({ length: 500 }, (_, index) => index)

  expect(
    compareOutputs(
      numbers,
      numbers.map((each) => each + 1),
    ),
  ).toHaveLength(100)
})

test('what differs between two outputs of the same code is proposed as noise, and makes them equal', () => {
  const first = {
    at: 1,
    id: 'a',
    rows: [
      { n: 1, ms: 4 },
      { n: 2, ms: 5 },
    ],
    tags: ['x', 'y'],
    seen: [1],
  }
  const second = {
    at: 2,
    id: 'a',
    rows: [
      { n: 1, ms: 6 },
      { n: 2, ms: 5 },
    ],
    tags: ['y', 'x'],
    seen: [1, 2],
  }
  const proposed = proposeAssertions(first, second)

  expect(proposed).toEqual([
    { kind: 'ignore', path: '/at' },
    { kind: 'ignore', path: '/rows/*/ms' },
    { kind: 'set', path: '/tags' },
    { kind: 'ignore', path: '/seen' },
  ])
  expect(compareOutputs(first, second, proposed)).toEqual([])
  expect(proposeAssertions(first, first)).toEqual([])
})
