import type { Database, Tx } from '../core/prisma-client.ts'
import type { RunState } from '../generated/client.ts'

export type FamilyRun = {
  id: string
  parentRunId: string | null
  state: RunState
  chargedMicros: bigint | null
  priceMicros: bigint
  publisherOrganisationId: string | null
}

/** Lists a run and all its descendants, the root first. */
export function listFamily(db: Database | Tx, rootRunId: string): Promise<FamilyRun[]> {
  return db.$queryRaw<FamilyRun[]>`
    SELECT r."id", r."parentRunId", r."state"::text AS "state", r."priceMicros", r."chargedMicros",
      p."organisationId" AS "publisherOrganisationId"
    FROM "Run" AS r LEFT JOIN "SkillSet" AS s ON s."id" = r."skillSetId"
    LEFT JOIN "Publisher" AS p ON p."id" = s."publisherId"
    WHERE r."id" = ${rootRunId} OR r."rootRunId" = ${rootRunId}
    ORDER BY r."id"`
}

/** Locks the root run until the transaction ends, so that it cannot end in the meantime; null if it is gone. */
export async function lockRoot(
  tx: Tx,
  rootRunId: string,
): Promise<{ state: RunState; holdMicros: bigint } | null> {
  const [row] = await tx.$queryRaw<{ state: RunState; holdMicros: bigint }[]>`
    SELECT "state"::text AS "state", "holdMicros" FROM "Run" WHERE "id" = ${rootRunId} FOR NO KEY UPDATE`
  return row ?? null
}

/** Marks a run and its descendants as refunded. */
export async function markRefunded(tx: Tx, runId: string, at: Date): Promise<void> {
  await tx.run.updateMany({ where: { OR: [{ id: runId }, { rootRunId: runId }] }, data: { refundedAt: at } })
}

/** Stores the cost of an ended root run and its children. Children that are still open cost nothing. */
export async function chargeFamily(tx: Tx, rootRunId: string, capturedMicros: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Run" SET "chargedMicros" = coalesce("chargedMicros", 0),
      "capturedMicros" = CASE WHEN "id" = ${rootRunId} THEN ${capturedMicros}::bigint END
    WHERE "id" = ${rootRunId} OR "rootRunId" = ${rootRunId}`
}
