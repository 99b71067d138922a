import type { Database } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'

type SampleCounts = { succeeded: number; failed: number; faults: number; durations: number[] }

/** The highest values of five minutes are stored. */
type SampleLevels = { queued: number; oldestQueuedSeconds: number; databaseBytes: bigint }

export type StatusSampleRow = SampleCounts & SampleLevels & { at: Date }

const EVERY = sql`interval '5 minutes'`
const NOW = sql`date_bin(${EVERY}, now() AT TIME ZONE 'UTC', TIMESTAMP '2000-01-01')`

/** Uses the database's clock. */
export async function addStatusSample(
  db: Database,
  counts: SampleCounts,
  levels: SampleLevels,
): Promise<void> {
  const { succeeded, failed, faults, durations } = counts
  const { queued, oldestQueuedSeconds, databaseBytes } = levels
  await db.$executeRaw`
    INSERT INTO "StatusSample" AS old
      ("at", "succeeded", "failed", "faults", "durations", "queued", "oldestQueuedSeconds", "databaseBytes")
    VALUES (${NOW}, ${succeeded}, ${failed}, ${faults}, ${durations}::int[], ${queued}, ${oldestQueuedSeconds}, ${databaseBytes})
    ON CONFLICT ("at") DO UPDATE SET
      "succeeded" = old."succeeded" + EXCLUDED."succeeded",
      "failed" = old."failed" + EXCLUDED."failed",
      "faults" = old."faults" + EXCLUDED."faults",
      "durations" = (
        SELECT array_agg(coalesce(one, 0) + coalesce(other, 0) ORDER BY slot)
        FROM unnest(old."durations", EXCLUDED."durations") WITH ORDINALITY AS counted(one, other, slot)),
      "queued" = greatest(old."queued", EXCLUDED."queued"),
      "oldestQueuedSeconds" = greatest(old."oldestQueuedSeconds", EXCLUDED."oldestQueuedSeconds"),
      "databaseBytes" = greatest(old."databaseBytes", EXCLUDED."databaseBytes")`
}

export async function measureDatabaseBytes(db: Database): Promise<bigint> {
  const [row] = await db.$queryRaw<
    { bytes: bigint }[]
  >`SELECT pg_database_size(current_database()) AS "bytes"`
  return row?.bytes ?? 0n
}

export function listStatusSamples(db: Database, since: Date): Promise<StatusSampleRow[]> {
  return db.statusSample.findMany({ where: { at: { gte: since } }, orderBy: { at: 'asc' } })
}

export async function deleteStatusSamples(db: Database, before: Date): Promise<void> {
  await db.statusSample.deleteMany({ where: { at: { lt: before } } })
}
