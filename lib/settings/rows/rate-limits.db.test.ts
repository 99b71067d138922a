import { afterEach, expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { freshName } from '../../testing/factories.ts'
import {
  countAttempt,
  countExceeding,
  deletePassedWindows,
  refundAttempt,
  resetAttempts,
} from './rate-limits.ts'

const WINDOW = { name: 'test-window', points: 2, seconds: 60 }
const db = database()

afterEach(() => void vi.useRealTimers())

test('servers whose clocks differ by an hour count attempts in the same window', async () => {
  const key = freshName('clocks')
  const hour = 3_600_000
  const waits: number[] = []

  for (const offsetMs of [hour, -hour, 0, hour, -hour]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs })
    waits.push(await countAttempt(db, WINDOW, key))
    vi.useRealTimers()
  }

  expect(waits.map((seconds) => seconds > 0)).toEqual([false, false, true, true, true])
  expect(Math.max(...waits)).toBeLessThanOrEqual(60)
})

test('concurrent attempts are all counted, and told to wait no longer than the window', async () => {
  const key = freshName('at-once')

  const waits = await Promise.all(Array.from({ length: 8 }, () => countAttempt(db, WINDOW, key)))

  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(2)
  expect(Math.max(...waits)).toBeLessThanOrEqual(60)
})

test('a rate limit counts several attempts at once, a refund takes one back, and a reset all', async () => {
  const key = freshName('many')

  expect(await countAttempt(db, WINDOW, key, 2)).toBe(0)
  expect(await countExceeding(db, WINDOW, key)).toBe(1)
  await refundAttempt(db, WINDOW, key)
  expect(await countExceeding(db, WINDOW, key)).toBe(1)
  await resetAttempts(db, WINDOW, key)
  expect(await countAttempt(db, WINDOW, key, 2)).toBe(0)
})

test('a rate limit’s window that has passed starts again, is not refunded, and is deleted', async () => {
  const [key, open] = [freshName('passed'), freshName('open')]
  const where = { key: `test-window:${key}` }
  const pass = () => db.rateLimit.update({ where, data: { expire: Date.now() - 600_000 } })
  await countAttempt(db, WINDOW, key, 9)
  await countAttempt(db, WINDOW, open)
  await pass()

  await refundAttempt(db, WINDOW, key)
  expect(await db.rateLimit.findUnique({ where })).toMatchObject({ points: 9 })
  expect(await countAttempt(db, WINDOW, key)).toBe(0)
  expect(await db.rateLimit.findUnique({ where })).toMatchObject({ points: 1 })
  await pass()
  await deletePassedWindows(db)

  expect(await db.rateLimit.findUnique({ where })).toBeNull()
  expect(await countExceeding(db, { ...WINDOW, points: 1 }, open)).toBe(1)
})
