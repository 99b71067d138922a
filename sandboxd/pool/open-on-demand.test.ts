import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openOnDemand } from './open-on-demand.ts'

const DELAY_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = (delayMs?: number) => {
  const open = vi.fn(async () => 'pool')
  const onError = vi.fn()
  return { open, onError, find: openOnDemand(open, { onError, delayMs }) }
}

test('nothing is opened before the delay', async () => {
  const { open } = begin(DELAY_MS)
  await vi.advanceTimersByTimeAsync(DELAY_MS - 1)
  expect(open).not.toHaveBeenCalled()
})

test('the first call opens at once, and neither later calls nor the end of the delay open again', async () => {
  const { open, find } = begin(DELAY_MS)
  const found = [find(), find()]
  expect(open).toHaveBeenCalledOnce()
  expect(await Promise.all(found)).toEqual(['pool', 'pool'])
  await vi.advanceTimersByTimeAsync(2 * DELAY_MS)
  expect(open).toHaveBeenCalledOnce()
})

test('the end of the delay opens without a call, once', async () => {
  const { open, find } = begin(DELAY_MS)
  await vi.advanceTimersByTimeAsync(DELAY_MS)
  expect(open).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(10 * DELAY_MS)
  expect(await find()).toBe('pool')
  expect(open).toHaveBeenCalledOnce()
})

test('without a delay, only a call opens', async () => {
  const { open, find } = begin()
  await vi.advanceTimersByTimeAsync(10 * DELAY_MS)
  expect(open).not.toHaveBeenCalled()
  expect(await find()).toBe('pool')
})

test('a failure is reported, and the next call tries again', async () => {
  const { open, onError, find } = begin(DELAY_MS)
  const failure = new Error('No space left on device.')
  open.mockRejectedValueOnce(failure)
  expect(await find()).toBeUndefined()
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure)
  expect(await find()).toBe('pool')
})
