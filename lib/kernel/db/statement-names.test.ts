import { expect, test } from 'vitest'
import { makeStatementNames } from './statement-names.ts'

const times = (count: number, work: (turn: number) => unknown) =>
  Array.from({ length: count }, (_, turn) => work(turn))

test('a repeated statement gets a permanent name', () => {
  const nameOf = makeStatementNames()

  expect(times(5, () => nameOf({ sql: 'SELECT 1' }))).toEqual(['', '', '', 'guildhall_0', 'guildhall_0'])
  expect(times(4, () => nameOf({ sql: 'SELECT 2' })).at(-1)).toBe('guildhall_1')
})

test('names end somewhere, whatever is asked', () => {
  const nameOf = makeStatementNames()

  const names = times(500, (turn) => times(4, () => nameOf({ sql: `SELECT ${turn}` })).at(-1))

  expect(new Set(names.filter(Boolean)).size).toBe(200)
  expect(nameOf({ sql: 'SELECT 3' })).toBe('guildhall_3')
})
