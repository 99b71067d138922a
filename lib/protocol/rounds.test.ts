import { expect, test, vi } from 'vitest'
import { inRounds } from './rounds.ts'

test('work that fails is reported, holds back nothing behind it, and is tried again', async () => {
  const [fails, works, report] = [vi.fn().mockRejectedValue('away'), vi.fn(), vi.fn()]
  const round = inRounds([fails, async () => works()], report)

  await round()
  await round()

  expect(works).toHaveBeenCalledTimes(2)
  expect(report.mock.calls).toEqual([['away'], ['away']])
})

test('work that throws before it promises anything holds back nothing either', async () => {
  const works = vi.fn()
  const throws = () => {
    throw new Error('at once')
  }

  await inRounds([throws, async () => works()], () => {})()

  expect(works).toHaveBeenCalledOnce()
})

test('a round under way is not overtaken by the next', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = vi.fn(() => promise)
  const round = inRounds([slow], () => {})

  const first = round()
  await round()
  expect(slow).toHaveBeenCalledOnce()
  resolve()
  await first
  await round()

  expect(slow).toHaveBeenCalledTimes(2)
})
