import { expect, test } from 'vitest'
import type { Decision } from '../../../kernel/db/generated/client.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { HOUR_MS } from '../../../kernel/time.ts'
import { visitor } from '../../../testing/factories.ts'
import { makeSubmission } from '../../../testing/make-submission.ts'
import { getReviewClock } from './get-review-clock.ts'

const db = database()

async function decideAfter(hours: number, { decision = 'APPROVED' as Decision, daysAgo = 1 } = {}) {
  const { id } = await makeSubmission({ decision })
  const decidedAt = new Date(Date.now() - daysAgo * 24 * HOUR_MS)
  const submittedAt = new Date(decidedAt.getTime() - hours * HOUR_MS)
  await db.submission.update({ where: { id }, data: { submittedAt, decidedAt } })
}

test('the clock of reviews counts real decisions only, and says so while there are few', async () => {
  await db.submission.deleteMany()
  for (const hours of [1, 2, 3, 4]) await decideAfter(hours)
  await decideAfter(500, { decision: 'WITHDRAWN' })
  await decideAfter(500, { daysAgo: 120 })
  await makeSubmission()

  expect(await getReviewClock(visitor())).toMatchObject({
    decisions: 4,
    times: null,
    waiting: 1,
    targetHours: null,
  })
  await decideAfter(100, { decision: 'REJECTED' })

  const { times, decisions } = await getReviewClock(visitor())
  expect(decisions).toBe(5)
  expect(times?.medianSeconds).toBeCloseTo(3 * 3600, 0)
  expect(times?.p90Seconds).toBeCloseTo((4 + 0.6 * 96) * 3600, 0)
})
