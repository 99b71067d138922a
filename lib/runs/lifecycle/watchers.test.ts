import { expect, test } from 'vitest'
import { addWatcher, pollIntervalMs } from './watch-run.ts'

test('few watchers poll soon, and many at most a hundred times a second together', () => {
  expect(pollIntervalMs(1_000, 0)).toBe(1_000)
  expect(pollIntervalMs(1_000, 100)).toBe(1_000)
  expect(pollIntervalMs(5_000, 10_000)).toBe(100_000)
})

test('watchers that have left do not count for the interval of polls', () => {
  const before = pollIntervalMs(0)
  const [first, second] = [addWatcher('counted'), addWatcher('counted')]
  expect(pollIntervalMs(0)).toBe(before + 20)

  first()
  second()

  expect(pollIntervalMs(0)).toBe(before)
})
