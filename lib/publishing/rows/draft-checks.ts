import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'

type DraftCheckRow = { digest: string; results: unknown; checkedAt: Date }

export function findDraftCheck(db: Database | Tx, skillSetId: string): Promise<DraftCheckRow | null> {
  return db.draftCheck.findUnique({
    where: { skillSetId },
    select: { digest: true, results: true, checkedAt: true },
  })
}

/** Replaces the earlier results. Stores nothing for a draft that was deleted during the checks. */
export async function storeDraftCheck(
  db: Database | Tx,
  { skillSetId, digest, results }: { skillSetId: string; digest: string; results: Json },
): Promise<void> {
  const text = JSON.stringify(results)
  await db.$executeRaw`
    INSERT INTO "DraftCheck" ("skillSetId", "digest", "results", "checkedAt")
    SELECT "skillSetId", ${digest}, ${text}::json, now() AT TIME ZONE 'UTC' FROM "Draft"
    WHERE "skillSetId" = ${skillSetId} FOR KEY SHARE
    ON CONFLICT ("skillSetId") DO UPDATE
    SET "digest" = excluded."digest", "results" = excluded."results", "checkedAt" = excluded."checkedAt"`
}
