import type { RunState } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { listRunLinesById, type RunLineRow } from './run-history.ts'
import type { RunRow } from './runs.ts'

export type FamilyRun = {
  id: string
  parentRunId: string | null
  state: RunState
  chargedMicros: bigint | null
  priceMicros: bigint
  publisherOrganisationId: string | null
}

/** Returns a root and all runs below it, at any depth. */
export function listFamily(db: Database | Tx, rootRunId: string): Promise<FamilyRun[]> {
  return db.$queryRaw<FamilyRun[]>`
    SELECT r."id", r."parentRunId", r."state"::text AS "state", r."priceMicros", r."chargedMicros",
      p."organisationId" AS "publisherOrganisationId"
    FROM "Run" AS r LEFT JOIN "SkillSet" AS s ON s."id" = r."skillSetId"
    LEFT JOIN "Publisher" AS p ON p."id" = s."publisherId"
    WHERE r."id" = ${rootRunId} OR r."rootRunId" = ${rootRunId}
    ORDER BY r."id"`
}

/** Returns the runs that a run's own calls started. */
export function listChildren(db: Database | Tx, parentRunId: string): Promise<RunRow[]> {
  return db.run.findMany({ where: { parentRunId }, orderBy: { id: 'asc' } })
}

/** Locks the root, so that it cannot end before this transaction does. Returns null if it does not exist. */
export async function lockRoot(
  tx: Tx,
  rootRunId: string,
): Promise<{ state: RunState; holdMicros: bigint } | null> {
  const [row] = await tx.$queryRaw<{ state: RunState; holdMicros: bigint }[]>`
    SELECT "state"::text AS "state", "holdMicros" FROM "Run" WHERE "id" = ${rootRunId} FOR NO KEY UPDATE`
  return row ?? null
}

/** Marks one run, without the runs that it called. */
export async function markRunRefunded(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run.updateMany({ where: { id }, data: { refundedAt: at } })
}

export async function markRefunded(tx: Tx, runId: string, at: Date): Promise<void> {
  await tx.run.updateMany({ where: { OR: [{ id: runId }, { rootRunId: runId }] }, data: { refundedAt: at } })
}

/** Records what the root and its children were charged; nothing for children that are still open. */
export async function chargeFamily(tx: Tx, rootRunId: string, capturedMicros: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Run" SET "chargedMicros" = coalesce("chargedMicros", 0),
      "capturedMicros" = CASE WHEN "id" = ${rootRunId} THEN ${capturedMicros}::bigint END
    WHERE "id" = ${rootRunId} OR "rootRunId" = ${rootRunId}`
}

const MAX_DEPTH = 30

type RerunNode = RunLineRow & { depth: number }

/** Returns the organisation's runs repeated or edited from the same first run, each below its origin. */
export async function listRerunTree(
  db: Database | Tx,
  { id, organisationId, take }: { id: string; organisationId: string; take: number },
): Promise<RerunNode[]> {
  const nodes = await db.$queryRaw<{ id: string; depth: number }[]>`
    WITH RECURSIVE above AS (
      SELECT "id", "rerunOfId", 0 AS "depth" FROM "Run" WHERE "id" = ${id}
      UNION ALL
      SELECT r."id", r."rerunOfId", above."depth" + 1 FROM above JOIN "Run" AS r ON r."id" = above."rerunOfId"
      WHERE r."organisationId" = ${organisationId} AND above."depth" < ${MAX_DEPTH}::int
    ), tree AS (
      SELECT * FROM (SELECT "id", 0 AS "depth", ARRAY["id"] AS "path" FROM above ORDER BY above."depth" DESC LIMIT 1) AS top
      UNION ALL
      SELECT r."id", tree."depth" + 1, tree."path" || r."id" FROM tree JOIN "Run" AS r ON r."rerunOfId" = tree."id"
      WHERE r."organisationId" = ${organisationId} AND tree."depth" < ${MAX_DEPTH}::int
    )
    SELECT "id", "depth" FROM tree ORDER BY "path" LIMIT ${take}`
  const rows = await listRunLinesById(
    db,
    nodes.map((node) => node.id),
  )
  return nodes.flatMap((node) => {
    const row = rows.find((candidate) => candidate.id === node.id)
    return row ? [{ ...row, depth: node.depth }] : []
  })
}
