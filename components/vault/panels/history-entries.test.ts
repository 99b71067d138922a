import { expect, test } from 'vitest'
import type { FileLine } from '#lib/vault/history/history.ts'
import { fileHistoryEntries } from './history-entries.ts'

const MINUTE = 60_000

function line(given: Partial<FileLine> & { operationId: string; atMs: number }): FileLine {
  return {
    seq: '1',
    kind: 'write',
    by: { userId: 'ada', name: 'Ada' },
    runId: null,
    isOneOfRun: false,
    planRunId: null,
    stepId: null,
    note: null,
    isUndone: false,
    what: 'modified',
    pathBefore: 'a.md',
    pathAfter: 'a.md',
    etagBefore: `${given.operationId}-before`,
    etagAfter: `${given.operationId}-after`,
    sizeBytes: 1,
    isUndoable: true,
    ...given,
  }
}

const ids = (lines: FileLine[]) => fileHistoryEntries(lines).map(({ operationIds }) => operationIds)

test('consecutive edits by one person are grouped into one entry, from first to last state', () => {
  const [only, ...more] = fileHistoryEntries([
    line({ operationId: 'c', atMs: 3 * MINUTE }),
    line({ operationId: 'b', atMs: 2 * MINUTE }),
    line({ operationId: 'a', atMs: MINUTE }),
  ])

  expect(more).toEqual([])
  expect(only).toMatchObject({
    operationIds: ['c', 'b', 'a'],
    atMs: 3 * MINUTE,
    diff: { before: 'a-before', after: 'c-after' },
  })
})

test.each([
  ['a run in between', [{}, { runId: 'run' }, {}]],
  ['another person', [{}, { by: { userId: 'bob', name: 'Bob' } }, {}]],
  ['a line that was undone', [{}, { isUndone: true }, {}]],
  ['another kind of change', [{}, { what: 'renamed' as const, pathBefore: 'b.md' }, {}]],
])('%s separates entries of the history', (_what, [newest, middle, oldest]) => {
  expect(
    ids([
      line({ operationId: 'c', atMs: 3, ...newest }),
      line({ operationId: 'b', atMs: 2, ...middle }),
      line({ operationId: 'a', atMs: 1, ...oldest }),
    ]),
  ).toEqual([['c'], ['b'], ['a']])
})

test('a long pause separates entries of the history', () => {
  expect(ids([line({ operationId: 'b', atMs: 30 * MINUTE }), line({ operationId: 'a', atMs: 0 })])).toEqual([
    ['b'],
    ['a'],
  ])
})

test('each edit in an entry of the history can be seen and undone by itself', () => {
  const [only] = fileHistoryEntries([
    line({ operationId: 'c', atMs: 3 * MINUTE }),
    line({ operationId: 'b', atMs: 2 * MINUTE }),
    line({ operationId: 'a', atMs: MINUTE }),
  ])

  expect(only?.edits?.map(({ operationIds, diff }) => [operationIds, diff?.before])).toEqual([
    [['c'], 'c-before'],
    [['b'], 'b-before'],
    [['a'], 'a-before'],
  ])
})
