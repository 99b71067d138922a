// Plan runs and the results of their attempts count towards the storage quota of runs.

import { beforeEach, expect, test, vi } from 'vitest'
import { foldStorageEntries, sumStored } from '../../blobs/rows/storage-entries.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { deletePlanRuns } from '../../runs/rows/run-retention.ts'
import { bullets, makePlan, setUpPlans, slugs } from '../../testing/plan-setup.ts'

const db = database()

beforeEach(() => vi.unstubAllEnvs())

const used = async (organisationId: string) => (await sumStored(db, { organisationId }, 'runs')).organisation

/** Returns the bytes of the organisation's runs, plan runs and attempts. */
async function measured(organisationId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ bytes: number }[]>`
    SELECT (coalesce((SELECT sum("storedBytes") FROM "Run" WHERE "organisationId" = ${organisationId}), 0)
      + coalesce((SELECT sum("plan_run_bytes"(p)) FROM "PlanRun" p WHERE "organisationId" = ${organisationId}), 0)
      + coalesce((SELECT sum(octet_length(a."result"::text)) FROM "PlanAttempt" a
          JOIN "PlanRun" p ON p."id" = a."planRunId" WHERE p."organisationId" = ${organisationId}), 0))::float8 AS "bytes"`
  return row!.bytes
}

test('plan runs count with their documents, outputs and results until they are deleted', async () => {
  const { user, run } = await setUpPlans()
  const { id: organisationId } = user.organisation

  const { state } = await run(makePlan([bullets, slugs]))

  expect(state).toBe('succeeded')
  expect(await db.planAttempt.count({ where: { planRun: { organisationId } } })).toBe(4)
  expect(await used(organisationId)).toBe(await measured(organisationId))

  const before = await measured(organisationId)
  await deletePlanRuns(db, { organisationId, before: new Date(Date.now() + 1_000) })
  expect(await used(organisationId)).toBe(await measured(organisationId))
  expect(await used(organisationId)).toBeLessThan(before - 1_000)
  await foldStorageEntries(db)
  expect(await used(organisationId)).toBe(await measured(organisationId))
})

test('a full quota refuses a plan before it starts', async () => {
  const { user, start } = await setUpPlans()
  const { id: organisationId } = user.organisation
  await db.storageEntry.create({ data: { organisationId, kind: 'runs', bytes: 200_000 } })
  vi.stubEnv('GUILDHALL_RUN_QUOTA_MB', '0.1')

  await expect(start(makePlan([bullets]))).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: { href: '/settings/storage' },
  })
  expect(await db.planRun.count({ where: { organisationId } })).toBe(0)
})
