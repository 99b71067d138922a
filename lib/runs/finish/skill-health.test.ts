import { expect, test, vi } from 'vitest'
import type { Context } from '../../context/context.ts'
import { log } from '../../kernel/logging/log.ts'
import { scheduleEvidenceCount } from './skill-health.ts'

test('a failed count of a skill’s statistics is logged', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  const fail = () => Promise.reject(new Error('the database is away'))
  const db = { $executeRawUnsafe: fail } as unknown as Context['db']

  scheduleEvidenceCount(db, 'a.b.c')

  await expect.poll(() => logged.mock.calls.length).toBe(1)
})
