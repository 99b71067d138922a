import type { Database, Tx } from '../core/prisma-client.ts'
import { Prisma } from '../generated/client.ts'

// Only roots count, since they reserve and pay for their children.
const COST = Prisma.sql`coalesce("capturedMicros", "holdMicros")`
const MAY_COST = Prisma.sql`"holdMicros" > 0`

export async function sumSpending(
  db: Database | Tx,
  { organisationId, keyId, since }: { organisationId: string; keyId?: string; since: Date },
): Promise<bigint> {
  const [row] = await db.$queryRaw<{ spent: bigint | null }[]>`
    SELECT sum(${COST})::bigint AS "spent"
    FROM "Run" WHERE "organisationId" = ${organisationId} AND "createdAt" >= ${since}
      AND ${MAY_COST} ${keyId === undefined ? Prisma.empty : Prisma.sql`AND "keyId" = ${keyId}`}`
  return row?.spent ?? 0n
}

export async function listSpendingByKey(
  db: Database | Tx,
  { organisationId, since }: { organisationId: string; since: Date },
): Promise<Map<string, bigint>> {
  const rows = await db.$queryRaw<{ keyId: string; spent: bigint }[]>`
    SELECT "keyId", sum(${COST})::bigint AS "spent" FROM "Run"
    WHERE "organisationId" = ${organisationId} AND "createdAt" >= ${since} AND ${MAY_COST} AND "keyId" IS NOT NULL
    GROUP BY "keyId"`
  return new Map(rows.map(({ keyId, spent }) => [keyId, spent]))
}

export async function findDailyCap(db: Database | Tx, organisationId: string): Promise<bigint | null> {
  const row = await db.organisation.findUnique({
    where: { id: organisationId },
    select: { dailyCapMicros: true },
  })
  return row?.dailyCapMicros ?? null
}

export async function saveDailyCap(
  tx: Tx,
  organisationId: string,
  dailyCapMicros: bigint | null,
): Promise<void> {
  await tx.organisation.update({ where: { id: organisationId }, data: { dailyCapMicros } })
}
