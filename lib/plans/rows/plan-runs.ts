import type { PlanRun, PlanRunState } from '../../kernel/db/generated/client.ts'
import { dataColumn, errorColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { PublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'

export type { PlanRunState } from '../../kernel/db/generated/client.ts'

export type PlanRunRow = PlanRun & { user: { name: string } }

type NewPlanRun = Pick<
  PlanRun,
  | 'id'
  | 'organisationId'
  | 'userId'
  | 'keyId'
  | 'channel'
  | 'timeZone'
  | 'savedPlanId'
  | 'state'
  | 'dryRun'
  | 'maxPriceMicros'
  | 'confirmedById'
  | 'confirmedByName'
  | 'confirmedAt'
  | 'resumedFromId'
> & { document: object; verdicts: object; editedArgs?: JsonObject }

const WITH_USER = { user: { select: { name: true } } } as const

export function insertPlanRun(
  tx: Database | Tx,
  { document, verdicts, editedArgs, ...run }: NewPlanRun,
): Promise<PlanRunRow> {
  return tx.planRun.create({
    data: {
      ...run,
      document: dataColumn(document),
      verdicts: dataColumn(verdicts),
      ...(editedArgs && { editedArgs: dataColumn(editedArgs) }),
    },
    include: WITH_USER,
  })
}

export function findPlanRun(db: Database | Tx, id: string): Promise<PlanRunRow | null> {
  return db.planRun.findUnique({ where: { id }, include: WITH_USER })
}

export async function lockPlanRun(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "PlanRun" WHERE "id" = ${id} FOR UPDATE`
}

/** Returns the id of the plan run that resumed this one; null if none has. */
export async function findResumption(db: Database | Tx, resumedFromId: string): Promise<string | null> {
  const found = await db.planRun.findFirst({ where: { resumedFromId }, select: { id: true } })
  return found?.id ?? null
}

export type PlanRunLineRow = PlanRunRow & { doneCount: number }

export async function listPlanRunRows(
  db: Database,
  { organisationId, savedPlanId, keyId }: { organisationId: string; savedPlanId?: string; keyId?: string },
  { after, take }: { after?: string; take: number },
): Promise<PlanRunLineRow[]> {
  const rows = await db.planRun.findMany({
    where: {
      organisationId,
      ...(savedPlanId && { savedPlanId }),
      ...(keyId !== undefined && { keyId }),
      ...(after && { id: { lt: after } }),
    },
    orderBy: { id: 'desc' },
    take,
    include: WITH_USER,
  })
  const done = await countStepsDone(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, doneCount: done.get(row.id) ?? 0 }))
}

async function countStepsDone(db: Database, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ id: string; count: number }[]>`
    SELECT "id", count(*)::int AS "count" FROM (
      SELECT run."id" FROM "PlanAttempt" AS attempt JOIN "PlanRun" AS run ON run."id" = attempt."planRunId"
      WHERE run."id" = ANY(${ids}) AND attempt."stepId" IS DISTINCT FROM run."failedStepId"
      GROUP BY run."id", attempt."stepId"
      HAVING bool_and(attempt."result" IS NOT NULL)
        AND bool_or(attempt."isDone")
    ) AS step GROUP BY "id"`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

type Change = Partial<
  Pick<
    PlanRun,
    | 'state'
    | 'startedAt'
    | 'endedAt'
    | 'waitingUntil'
    | 'cancelRequestedAt'
    | 'confirmedById'
    | 'confirmedByName'
    | 'confirmedAt'
    | 'failedStepId'
  >
> & { outputs?: JsonObject; error?: PublicError }

/** Changes a plan run that is in one of the states `from`, with `isPaused` only one that is paused. Returns false for any other. */
export async function changePlanRun(
  db: Database | Tx,
  id: string,
  from: readonly PlanRunState[],
  { outputs, error, ...change }: Change,
  isPaused = false,
): Promise<boolean> {
  const { count } = await db.planRun.updateMany({
    where: { id, state: { in: [...from] }, ...(isPaused && { waitingUntil: { not: null } }) },
    data: {
      ...change,
      ...(outputs && { outputs: dataColumn(outputs) }),
      ...(error && { error: errorColumn(error) }),
      revision: { increment: 1 },
    },
  })
  return count === 1
}

/** Returns null if the plan run was deleted. */
export async function isCancelRequested(db: Database | Tx, id: string): Promise<boolean | null> {
  const row = await db.planRun.findUnique({ where: { id }, select: { cancelRequestedAt: true } })
  return row && row.cancelRequestedAt !== null
}

export function countOpenPlanRuns(db: Database, organisationId: string): Promise<number> {
  return db.planRun.count({ where: { organisationId, state: { in: ['waiting', 'queued', 'running'] } } })
}

/** Returns the ids of plan runs that workers should be performing, at most 500, created before a time. */
export async function listOpenPlanRuns(db: Database, before: Date): Promise<string[]> {
  const rows = await db.planRun.findMany({
    where: { state: { in: ['queued', 'running'] }, createdAt: { lt: before } },
    select: { id: true },
    take: 500,
  })
  return rows.map(({ id }) => id)
}

/** Returns what the runs of the plan have cost, and may still cost, in millionths of a USDC. */
export async function sumPlanCommitment(db: Database, id: string): Promise<bigint> {
  const [row] = await db.$queryRaw<{ micros: bigint }[]>`
    SELECT coalesce(sum(coalesce("capturedMicros", "chargedMicros", greatest("holdMicros", "priceMicros"))), 0)::bigint AS "micros"
    FROM "Run" WHERE "planRunId" = ${id} AND "parentRunId" IS NULL`
  return row?.micros ?? 0n
}

/** Selects the ids of a plan run and of those that it resumed, directly or not. */
export function selectResumedPlanRuns(id: string): Sql {
  return sql`
    (WITH RECURSIVE earlier("id") AS (
      SELECT ${id}::text
      UNION SELECT run."resumedFromId" FROM earlier JOIN "PlanRun" AS run ON run."id" = earlier."id"
      WHERE run."resumedFromId" IS NOT NULL
    ) SELECT "id" FROM earlier)`
}

export async function hasUndoableWrites(
  db: Database,
  { id, organisationId }: { id: string; organisationId: string },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM "VaultOperation" WHERE "planRunId" IN ${selectResumedPlanRuns(id)}
      AND "organisationId" = ${organisationId} AND "undoneById" IS NULL AND "kind" <> 'undo'
    ) AS "has"`
  return row?.has ?? false
}

/** Returns plan runs whose changes have all been undone. */
export async function listUndonePlanRuns(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db.vaultOperation.findMany({
    where: { planRunId: { in: ids }, kind: { not: 'undo' } },
    select: { planRunId: true, undoneById: true },
  })
  const remaining = new Set(rows.flatMap(({ planRunId, undoneById }) => (undoneById ? [] : planRunId)))
  return new Set(rows.flatMap(({ planRunId }) => (planRunId && !remaining.has(planRunId) ? planRunId : [])))
}

/** Returns plan runs that wait for confirmation. */
export async function listUnconfirmedPlanRuns(db: Database, ids: string[]): Promise<Set<string>> {
  const where = { id: { in: ids }, state: 'waiting', startedAt: null } as const
  return new Set((await db.planRun.findMany({ where, select: { id: true } })).map(({ id }) => id))
}

/** Returns what was charged for the plan's runs, and those that they called, in millionths of a USDC. */
export async function sumPlanCharges(db: Database, id: string): Promise<bigint> {
  const [row] = await db.$queryRaw<{ micros: bigint }[]>`
    SELECT coalesce(sum("chargedMicros"), 0)::bigint AS "micros" FROM "Run"
    WHERE "planRunId" = ${id} OR "rootRunId" IN (SELECT "id" FROM "Run" WHERE "planRunId" = ${id})`
  return row?.micros ?? 0n
}
