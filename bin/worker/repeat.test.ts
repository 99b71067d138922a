import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { endRounds, repeat } from './repeat.ts'

afterEach(() => endRounds(0))

test('a round in progress is waited for, and no other begins', async () => {
  const round = Promise.withResolvers<void>()
  const work = vi.fn(() => round.promise)
  repeat(work, 1)
  await expect.poll(() => work.mock.calls.length).toBe(1)
  let isOver = false

  const ending = endRounds(600_000).then(() => {
    isOver = true
  })
  await setImmediate()
  expect(isOver).toBe(false)
  round.resolve()
  await ending

  expect(work).toHaveBeenCalledOnce()
})

test('a round that never ends is waited for as long as permitted', async () => {
  const work = vi.fn(() => new Promise(() => {}))
  repeat(work, 1)
  await expect.poll(() => work.mock.calls.length).toBe(1)

  await endRounds(1)

  expect(work).toHaveBeenCalledOnce()
})
