import { expect, test, vi } from 'vitest'
import { runInSequence } from './run-in-sequence.ts'

test('failed work is reported, does not block later work and is retried', async () => {
  const [fails, works, report] = [vi.fn().mockRejectedValue('away'), vi.fn(), vi.fn()]
  const round = runInSequence([fails, async () => works()], report)

  await round()
  await round()

  expect(works).toHaveBeenCalledTimes(2)
  expect(report.mock.calls).toEqual([['away'], ['away']])
})

test('work that throws synchronously does not block later work either', async () => {
  const works = vi.fn()
  const throws = () => {
    throw new Error('at once')
  }

  await runInSequence([throws, async () => works()], () => {})()

  expect(works).toHaveBeenCalledOnce()
})

test('a round under way is not overtaken by the next', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = vi.fn(() => promise)
  const round = runInSequence([slow], () => {})

  const first = round()
  await round()
  expect(slow).toHaveBeenCalledOnce()
  resolve()
  await first
  await round()

  expect(slow).toHaveBeenCalledTimes(2)
})
