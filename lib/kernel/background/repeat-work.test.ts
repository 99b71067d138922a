import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../logging/log.ts'
import { HOUR_MS } from '../time.ts'
import { endRounds, repeat, runInSequence } from './repeat-work.ts'

afterEach(() => endRounds(0))

test('a round in progress gets an abort and is waited for, and no other begins', async () => {
  const round = Promise.withResolvers<void>()
  const work = vi.fn((_ending: AbortSignal) => round.promise)
  repeat(work, 1)
  await expect.poll(() => work.mock.calls.length).toBe(1)
  const [ending] = work.mock.lastCall!
  let isOver = false

  const waiting = endRounds(600_000).then(() => {
    isOver = true
  })
  await setImmediate()
  expect(ending.aborted).toBe(true)
  expect(isOver).toBe(false)
  round.resolve()
  await waiting

  expect(work).toHaveBeenCalledOnce()
})

test('the first round can begin earlier than the others, and is waited for, too', async () => {
  const round = Promise.withResolvers<void>()
  const work = vi.fn(() => round.promise)
  repeat(work, HOUR_MS, { firstMs: 1 })
  await expect.poll(() => work.mock.calls.length).toBe(1)
  const ended = vi.fn()

  const waiting = endRounds(600_000).then(ended)
  await setImmediate()
  expect(ended).not.toHaveBeenCalled()
  round.resolve()
  await waiting
})

test('a round that never ends is waited for as long as permitted', async () => {
  const work = vi.fn(() => new Promise(() => {}))
  repeat(work, 1)
  await expect.poll(() => work.mock.calls.length).toBe(1)

  await endRounds(1)

  expect(work).toHaveBeenCalledOnce()
})

test('failed work is logged and does not block later work', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  const works = vi.fn()
  const throws = () => {
    throw new Error('at once')
  }

  await runInSequence([vi.fn().mockRejectedValue('away'), throws, async () => works()])

  expect(works).toHaveBeenCalledOnce()
  expect(logged).toHaveBeenCalledTimes(2)
  logged.mockRestore()
})
