import { expect, test } from 'vitest'
import type { FileLine } from '#lib/vault/history.ts'
import { fileHistory } from './history-lines.ts'

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
    isKept: true,
    ...given,
  }
}

const ids = (lines: FileLine[]) => fileHistory(lines).map(({ operationIds }) => operationIds)

test('what one person types in one sitting is one line, from its first state to its last', () => {
  const [only, ...more] = fileHistory([
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
])('%s keeps lines apart', (_what, [newest, middle, oldest]) => {
  expect(
    ids([
      line({ operationId: 'c', atMs: 3, ...newest }),
      line({ operationId: 'b', atMs: 2, ...middle }),
      line({ operationId: 'a', atMs: 1, ...oldest }),
    ]),
  ).toEqual([['c'], ['b'], ['a']])
})

test('a long pause keeps lines apart', () => {
  expect(ids([line({ operationId: 'b', atMs: 30 * MINUTE }), line({ operationId: 'a', atMs: 0 })])).toEqual([
    ['b'],
    ['a'],
  ])
})
