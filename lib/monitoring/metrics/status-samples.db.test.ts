// Tests the status of the last 24 hours, from five-minute rows that every process adds to.
import { beforeEach, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { contextFor, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { addRunCount, estimateDuration, takeRunCounts } from './run-counts.ts'
import { getStatusDay, recordStatus } from './status-samples.ts'

const db = database()
const asAdmin = async () => contextFor(await makeUser({ role: 'ADMIN' }))

beforeEach(async () => {
  takeRunCounts()
  await db.statusSample.deleteMany()
})

test('runs of all processes are added up by outcome', async () => {
  const version = await makePublishedVersion()
  const run = async (sandbox: ReturnType<typeof returns>) =>
    runToEnd(await contextFor(await makeUser(), { sandbox }), {
      skill: { name: version.skillName },
      args: { name: 'Ada' },
    })
  await run(returns({ message: 'Hello.' }))
  await recordStatus(db)
  await run(returns({ message: 'Hello.' }))
  await run(throws({ message: 'No.' }))
  addRunCount('failed', 'INTERNAL_ERROR', null)
  await recordStatus(db)

  const { points, total } = await getStatusDay(await asAdmin())

  expect(total).toMatchObject({ succeeded: 2, failed: 1, faults: 1 })
  expect(total.durations.reduce((sum, count) => sum + count)).toBe(3)
  expect(points).toHaveLength(96)
  expect(points.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(2)
  expect(points.find(({ databaseMb }) => databaseMb !== null)?.databaseMb).toBeGreaterThan(1)
})

test('counts that could not be stored are stored later', async () => {
  addRunCount('succeeded', 'none', 20)
  const broken = { $queryRaw: () => Promise.reject(new Error('gone')) } as never
  await expect(recordStatus(broken)).rejects.toThrow('gone')
  addRunCount('succeeded', 'none', 20)
  await recordStatus(db)

  expect((await getStatusDay(await asAdmin())).total.succeeded).toBe(2)
})

test('older samples do not count, and are deleted after a week', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await db.statusSample.createMany({
    data: [25, 7 * 24 + 1].map((hours) => ({ at: hoursAgo(hours), succeeded: 5 })),
  })
  await recordStatus(db)

  expect((await getStatusDay(await asAdmin())).total.succeeded).toBe(0)
  expect(await db.statusSample.count()).toBe(2)
})

test('only admins read it', async () => {
  await expect(getStatusDay(await contextFor(await makeUser()))).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
})

test('durations are estimated within their bounds', () => {
  for (const ms of [20, 40, 40, 90_000]) addRunCount('succeeded', 'none', ms)
  const counts = takeRunCounts()

  expect(estimateDuration(counts, 0.5)).toBeGreaterThan(25)
  expect(estimateDuration(counts, 0.5)).toBeLessThanOrEqual(50)
  expect(estimateDuration(counts, 1)).toBe(60_000)
  expect(estimateDuration({ durations: [] }, 0.5)).toBeNull()
})
