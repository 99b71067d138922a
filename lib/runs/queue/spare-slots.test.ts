import { expect, test, vi } from 'vitest'
import type { Context } from '../../context/context.ts'
import { inSpareSlot, MAX_CONCURRENT_RUNS } from './slots.ts'

test('a spare slot is free again if the database failed while it was taken', async () => {
  const count = vi.fn(async () => 0)
  const db = { run: { count } } as unknown as Context['db']
  const inSlot = () => inSpareSlot(db, 'organisation', async () => 'ran')
  for (let failures = 0; failures < MAX_CONCURRENT_RUNS; failures += 1) {
    count.mockRejectedValueOnce(new Error('the database is away'))
    await expect(inSlot()).rejects.toThrow('the database is away')
  }

  expect(await inSlot()).toBe('ran')
})
