/** Plans that were started, and how far they are. Floor 1. */
import type { JsonObject } from '../contract/json/json.ts'
import type { PublicError } from '../errors.ts'
import type { Database, Tx } from './client.ts'
import { type PlanRun, type PlanRunState, Prisma } from './generated/client.ts'
import { dataColumn } from './json-column.ts'

export type { PlanRunState } from './generated/client.ts'

/** With the name of whoever started it. */
export type PlanRunRow = PlanRun & { user: { name: string } }

export type NewPlanRun = Pick<
  PlanRun,
  | 'id'
  | 'organisationId'
  | 'userId'
  | 'keyId'
  | 'door'
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

/** Nobody else can until the transaction is over. */
export async function lockPlanRun(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "PlanRun" WHERE "id" = ${id} FOR UPDATE`
}

/** The id of the one that goes on from it; null when none does. */
export async function findResumption(db: Database | Tx, resumedFromId: string): Promise<string | null> {
  const found = await db.planRun.findFirst({ where: { resumedFromId }, select: { id: true } })
  return found?.id ?? null
}

export type PlanRunLineRow = PlanRunRow & { doneCount: number }

/** An organisation's, newest first; `after` is the last id of the page before. */
export async function listPlanRuns(
  db: Database,
  { organisationId, savedPlanId }: { organisationId: string; savedPlanId?: string },
  { after, take }: { after?: string; take: number },
): Promise<PlanRunLineRow[]> {
  const rows = await db.planRun.findMany({
    where: { organisationId, ...(savedPlanId && { savedPlanId }), ...(after && { id: { lt: after } }) },
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

/** Steps that gave something or were skipped; not the one that their plan failed at, nor those that are under way. */
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
    | 'restingUntil'
    | 'cancelRequestedAt'
    | 'confirmedById'
    | 'confirmedByName'
    | 'confirmedAt'
    | 'failedStepId'
  >
> & { outputs?: JsonObject; error?: PublicError }

/** Changes a plan run that is in one of these states, and tells that it did. False when it was in another. */
export async function changePlanRun(
  db: Database | Tx,
  id: string,
  from: readonly PlanRunState[],
  { outputs, error, ...change }: Change,
  /** Only one that rests, when true. */
  isResting = false,
): Promise<boolean> {
  const { count } = await db.planRun.updateMany({
    where: { id, state: { in: [...from] }, ...(isResting && { restingUntil: { not: null } }) },
    data: {
      ...change,
      ...(outputs && { outputs: dataColumn(outputs) }),
      ...(error && { error: dataColumn(error) }),
      revision: { increment: 1 },
    },
  })
  return count === 1
}

/** Whether somebody wants it to end. Null when it is gone. */
export async function isCancelWanted(db: Database, id: string): Promise<boolean | null> {
  const row = await db.planRun.findUnique({ where: { id }, select: { cancelRequestedAt: true } })
  return row && row.cancelRequestedAt !== null
}

export function countOpenPlanRuns(db: Database, organisationId: string): Promise<number> {
  return db.planRun.count({ where: { organisationId, state: { in: ['waiting', 'queued', 'running'] } } })
}

/** Those that have a worker, or wait for one, since before `before`; for the sweep. */
export async function listOpenPlanRuns(db: Database, before: Date): Promise<string[]> {
  const rows = await db.planRun.findMany({
    where: { state: { in: ['queued', 'running'] }, createdAt: { lt: before } },
    select: { id: true },
    take: 500,
  })
  return rows.map(({ id }) => id)
}

/** What its runs have cost with all that they called: the ended ones what was taken, the others what may be. Micro-USDC. */
export async function sumPlanPrice(db: Database, id: string): Promise<bigint> {
  const [row] = await db.$queryRaw<{ micros: bigint }[]>`
    SELECT coalesce(sum(coalesce("capturedMicros", "chargedMicros", greatest("holdMicros", "priceMicros"))), 0)::bigint AS "micros"
    FROM "Run" WHERE "planRunId" = ${id} AND "parentRunId" IS NULL`
  return row?.micros ?? 0n
}

/** Its id and the ids of those that it went on from: what the plan did is what all of them did. */
export function withEarlier(id: string): Prisma.Sql {
  return Prisma.sql`
    (WITH RECURSIVE earlier("id") AS (
      SELECT ${id}::text
      UNION SELECT run."resumedFromId" FROM earlier JOIN "PlanRun" AS run ON run."id" = earlier."id"
      WHERE run."resumedFromId" IS NOT NULL
    ) SELECT "id" FROM earlier)`
}

/** Whether something that it or an earlier one did in the vault is in force: there is something to take back. */
export async function hasWrites(
  db: Database,
  { id, organisationId }: { id: string; organisationId: string },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM "VaultOperation" WHERE "planRunId" IN ${withEarlier(id)}
      AND "organisationId" = ${organisationId} AND "undoneById" IS NULL AND "kind" <> 'undo'
    ) AS "has"`
  return row?.has ?? false
}

/** What it has cost, the runs that its runs started included. Micro-USDC. */
export async function sumPlanCharges(db: Database, id: string): Promise<bigint> {
  const [row] = await db.$queryRaw<{ micros: bigint }[]>`
    SELECT coalesce(sum("chargedMicros"), 0)::bigint AS "micros" FROM "Run"
    WHERE "planRunId" = ${id} OR "rootRunId" IN (SELECT "id" FROM "Run" WHERE "planRunId" = ${id})`
  return row?.micros ?? 0n
}
