/** Runs that other runs started: who pays for them is the one at the top. Floor 1. */
import type { Database, Tx } from './client.ts'
import type { RunState } from './generated/client.ts'

export type FamilyRun = {
  id: string
  parentRunId: string | null
  state: RunState
  priceMicros: bigint
  /** Whose skill it is: who earns. */
  publisherOrganisationId: string | null
}

/** A run and all that it started, however deep, the top first. */
export function listFamily(db: Database | Tx, rootRunId: string): Promise<FamilyRun[]> {
  return db.$queryRaw<FamilyRun[]>`
    SELECT r."id", r."parentRunId", r."state"::text AS "state", r."priceMicros",
      p."organisationId" AS "publisherOrganisationId"
    FROM "Run" AS r LEFT JOIN "SkillSet" AS s ON s."id" = r."skillSetId"
    LEFT JOIN "Publisher" AS p ON p."id" = s."publisherId"
    WHERE r."id" = ${rootRunId} OR r."rootRunId" = ${rootRunId}
    ORDER BY r."id"`
}

/** Locks the run at the top until the transaction ends, so that it does not end meanwhile; null when it is gone. */
export async function lockRoot(
  tx: Tx,
  rootRunId: string,
): Promise<{ state: RunState; holdMicros: bigint } | null> {
  const [row] = await tx.$queryRaw<{ state: RunState; holdMicros: bigint }[]>`
    SELECT "state"::text AS "state", "holdMicros" FROM "Run" WHERE "id" = ${rootRunId} FOR NO KEY UPDATE`
  return row ?? null
}

/** Writes that what a run cost was given back, with what it called. */
export async function markRefunded(tx: Tx, runId: string, at: Date): Promise<void> {
  await tx.run.updateMany({ where: { OR: [{ id: runId }, { rootRunId: runId }] }, data: { refundedAt: at } })
}

/** Writes what a run that has ended and those below it have cost: each by itself, and at the top all together. */
export async function chargeFamily(
  tx: Tx,
  rootRunId: string,
  { chargedIds, capturedMicros }: { chargedIds: string[]; capturedMicros: bigint },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Run" SET
      "chargedMicros" = CASE WHEN "id" = ANY(${chargedIds}) THEN "priceMicros" ELSE 0 END,
      "capturedMicros" = CASE WHEN "id" = ${rootRunId} THEN ${capturedMicros}::bigint END
    WHERE "id" = ${rootRunId} OR "rootRunId" = ${rootRunId}`
}
