import { Prisma, type RunState } from '../../kernel/db/generated/client.ts'
import { dataColumn, errorColumn, jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { PublicError } from '../../kernel/errors.ts'
import { MAX_COUNTED_RUNS } from '../model/run-states.ts'

/** Returns for how many days the organisation stores inputs and outputs; null for ever, 0 for not at all. */
export async function findRetention(db: Database | Tx, organisationId: string): Promise<number | null> {
  const row = await db.organisation.findUnique({
    where: { id: organisationId },
    select: { runRetentionDays: true },
  })
  return row?.runRetentionDays ?? null
}

export async function saveRunRetention(tx: Tx, organisationId: string, days: number | null): Promise<void> {
  await tx.organisation.update({ where: { id: organisationId }, data: { runRetentionDays: days } })
}

const ENDED_STATES: RunState[] = ['succeeded', 'partial', 'failed', 'timed_out', 'cancelled']

const ENDED_PLAN_STATES = ['succeeded', 'failed', 'cancelled'] as const

/** Runs that may be purged: ended ones, except those of a submission, which stay as evidence for reviewers. */
const purgeable = {
  purgedAt: null,
  submissionId: null,
  state: { in: ENDED_STATES },
} satisfies Prisma.RunWhereInput

/** Counts up to one more than `MAX_COUNTED_RUNS`, so that “more than” can be told. */
export function countPurgeable(db: Database | Tx, organisationId: string, before: Date): Promise<number> {
  const where = { organisationId, createdAt: { lt: before }, ...purgeable }
  return db.run.count({ where, take: MAX_COUNTED_RUNS + 1 })
}

export type OldRun = Prisma.RunGetPayload<{ select: typeof oldFields }>

const oldFields = {
  id: true,
  input: true,
  output: true,
  hasOutput: true,
  error: true,
} satisfies Prisma.RunSelect

/** Has the next sweep purge all older runs, whatever the retention is. */
export async function savePurgeBefore(tx: Tx, organisationId: string, before: Date): Promise<void> {
  await tx.organisation.update({ where: { id: organisationId }, data: { purgeRunsBefore: before } })
}

export async function findPurgeBefore(db: Database, organisationId: string): Promise<Date | null> {
  const row = await db.organisation.findUnique({
    where: { id: organisationId },
    select: { purgeRunsBefore: true },
  })
  return row?.purgeRunsBefore ?? null
}

/** Returns organisations with expired runs, plan runs or batches, each with its cut-off; few have anything to delete. */
export async function listDueRetentions(
  db: Database,
  now: Date,
): Promise<{ organisationId: string; before: Date }[]> {
  return db.$queryRaw<{ organisationId: string; before: Date }[]>`
    SELECT due."id" AS "organisationId", due."before" FROM (
      SELECT "id", greatest("purgeRunsBefore", ${now}::timestamp - make_interval(days => "runRetentionDays"))
        AS "before"
      FROM "Organisation" WHERE "runRetentionDays" IS NOT NULL OR "purgeRunsBefore" IS NOT NULL
    ) AS due
    WHERE EXISTS (SELECT FROM "Run" AS r WHERE r."organisationId" = due."id" AND r."createdAt" < due."before"
        AND r."purgedAt" IS NULL AND r."submissionId" IS NULL AND r."state"::text = ANY(${ENDED_STATES}))
      OR EXISTS (SELECT FROM "PlanRun" AS p WHERE p."organisationId" = due."id" AND p."createdAt" < due."before"
        AND p."state"::text = ANY(${ENDED_PLAN_STATES}))
      OR EXISTS (SELECT FROM "Batch" AS b WHERE b."organisationId" = due."id" AND b."createdAt" < due."before"
        AND b."endedAt" IS NOT NULL)`
}

/** Returns the oldest `take` runs before a time. */
export function listPurgeable(
  db: Database,
  { organisationId, before, take }: { organisationId: string; before: Date; take: number },
): Promise<OldRun[]> {
  return db.run.findMany({
    where: { organisationId, createdAt: { lt: before }, ...purgeable },
    select: oldFields,
    orderBy: { createdAt: 'asc' },
    take,
  })
}

/** Returns the run and all that were called below it, as far as they may be purged. */
export function listPurgeableFamily(db: Database, rootRunId: string): Promise<OldRun[]> {
  return db.run.findMany({
    where: { OR: [{ id: rootRunId }, { rootRunId }], ...purgeable },
    select: oldFields,
  })
}

/**
 * Purges a run: its input, output and logs are deleted and its links revoked. The row stays with its state, cost and
 * digests, because its receipt needs them; replays forget it. Does nothing for a run that is already purged.
 */
export async function purgeRunContent(
  db: Database,
  id: string,
  retained: { at: Date; inputDigest: string; outputDigest: string | null; error: PublicError | null },
): Promise<void> {
  const { at, error, ...digests } = retained
  await db.$transaction([
    db.run.updateMany({
      where: { id, purgedAt: null },
      data: {
        ...digests,
        purgedAt: at,
        input: jsonColumn(null),
        output: Prisma.DbNull,
        hasOutput: false,
        inputSummary: null,
        outputSummary: null,
        error: error ? errorColumn(error) : Prisma.DbNull,
        errorDetail: Prisma.DbNull,
        migration: Prisma.DbNull,
        requests: Prisma.DbNull,
        effects: Prisma.DbNull,
        coercions: dataColumn([]),
        warnings: dataColumn([]),
        logs: dataColumn([]),
        progressNote: null,
        inputBlobs: [],
        outputBlobs: [],
        outputBlobId: null,
        partCount: 0,
        partBytes: 0,
      },
    }),
    db.runPart.deleteMany({ where: { runId: id } }),
    db.replayRecording.deleteMany({ where: { runId: id } }),
    db.replayCase.deleteMany({ where: { runId: id } }),
    db.$executeRaw`DELETE FROM "SealedSecret" WHERE "id" IN (SELECT "id" FROM "Share" WHERE "runId" = ${id})`,
    db.share.deleteMany({ where: { runId: id } }),
  ])
}

/** Deletes old plan runs with the results of their steps, which have no receipt that would have to stay. */
export async function deletePlanRuns(
  db: Database,
  { organisationId, before }: { organisationId: string; before: Date },
): Promise<number> {
  const { count } = await db.planRun.deleteMany({
    where: {
      organisationId,
      createdAt: { lt: before },
      state: { in: [...ENDED_PLAN_STATES] },
    },
  })
  return count
}

/** Deletes old batches with the inputs of their rows; their runs stay as any others. */
export async function deleteBatches(
  db: Database,
  { organisationId, before }: { organisationId: string; before: Date },
): Promise<void> {
  await db.batch.deleteMany({ where: { organisationId, createdAt: { lt: before }, endedAt: { not: null } } })
}
