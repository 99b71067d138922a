import { expect, test } from 'vitest'
import type { StatementLine } from '#lib/money/get-statement.ts'
import { groupStatement } from './group-statement.ts'

const line = (id: string, at: string, amount: string, runId: string | null = null): StatementLine => ({
  ...{ id, amount, runId, kind: 'hold', balanceAfter: '1', note: '', skillName: null, isPaid: false },
  atMs: Date.parse(at),
})

test('what a run reserved and what came back are one entry of its day, with the difference', () => {
  const days = groupStatement([
    line('4', '2026-11-29T10:00:01Z', '0.03', 'run_2'),
    line('3', '2026-11-29T10:00:00Z', '-0.05', 'run_2'),
    line('2', '2026-11-29T09:00:00Z', '5'),
    line('1', '2026-11-28T09:00:00Z', '-0.02', 'run_1'),
  ])

  expect(days.map(({ day, amount, entries }) => [day, amount, entries.length])).toEqual([
    ['2026-11-29', '4.98', 2],
    ['2026-11-28', '-0.02', 1],
  ])
  expect(days[0]?.entries[0]).toMatchObject({ amount: '-0.02', lines: [{ id: '4' }, { id: '3' }] })
})

test('lines without a run stay apart, and a run that spans midnight has an entry on each day', () => {
  const days = groupStatement([
    line('4', '2026-11-29T00:00:01Z', '0.01', 'run_1'),
    line('3', '2026-11-28T23:59:59Z', '-0.02', 'run_1'),
    line('2', '2026-11-28T09:00:00Z', '1'),
    line('1', '2026-11-28T08:00:00Z', '2'),
  ])

  expect(days.map(({ entries }) => entries.length)).toEqual([1, 3])
})
