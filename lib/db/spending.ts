/** What runs have cost, for the caps on it. Floor 1. */
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'

// A run at the top holds for those below it until it ends; then each row says what it cost itself.
const COST = Prisma.sql`CASE WHEN "holdMicros" > 0 AND "chargedMicros" IS NULL THEN "holdMicros" ELSE coalesce("chargedMicros", 0) END`
const MAY_COST = Prisma.sql`("holdMicros" > 0 OR "priceMicros" > 0)`

/** Put aside or charged by runs since `since`: of an organisation, or of one key of it. */
export async function sumSpent(
  db: Database | Tx,
  { organisationId, keyId, since }: { organisationId: string; keyId?: string; since: Date },
): Promise<bigint> {
  const [row] = await db.$queryRaw<{ spent: bigint | null }[]>`
    SELECT sum(${COST})::bigint AS "spent"
    FROM "Run" WHERE "organisationId" = ${organisationId} AND "createdAt" >= ${since}
      AND ${MAY_COST} ${keyId === undefined ? Prisma.empty : Prisma.sql`AND "keyId" = ${keyId}`}`
  return row?.spent ?? 0n
}

/** The same by key, of each that spent anything. */
export async function listSpentByKey(
  db: Database | Tx,
  { organisationId, since }: { organisationId: string; since: Date },
): Promise<Map<string, bigint>> {
  const rows = await db.$queryRaw<{ keyId: string; spent: bigint }[]>`
    SELECT "keyId", sum(${COST})::bigint AS "spent" FROM "Run"
    WHERE "organisationId" = ${organisationId} AND "createdAt" >= ${since} AND ${MAY_COST} AND "keyId" IS NOT NULL
    GROUP BY "keyId"`
  return new Map(rows.map(({ keyId, spent }) => [keyId, spent]))
}

/** The most that the organisation's runs may cost in a day; null for no cap. */
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
