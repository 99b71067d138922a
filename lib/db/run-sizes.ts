/** How long runs of a skill take and how much they give back, over the last 30 days. Floor 1. */
import type { Database, Tx } from './client.ts'

export type RunSizes = {
  runs: number
  p50Ms: number | null
  p95Ms: number | null
  p50OutputBytes: number | null
  p95OutputBytes: number | null
}

/** A busy skill's latest runs say enough. */
const LOOKED_AT = 1_000

/** Of runs of published versions that succeeded. */
export async function measureRuns(db: Database | Tx, skillName: string): Promise<RunSizes> {
  const [row] = await db.$queryRaw<RunSizes[]>`
    SELECT count(*)::int AS "runs",
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY "durationMs"))::int AS "p50Ms",
      (percentile_cont(0.95) WITHIN GROUP (ORDER BY "durationMs"))::int AS "p95Ms",
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY "bytes"))::int AS "p50OutputBytes",
      (percentile_cont(0.95) WITHIN GROUP (ORDER BY "bytes"))::int AS "p95OutputBytes"
    FROM (
      SELECT "durationMs", octet_length("output"::text) AS "bytes" FROM "Run"
      WHERE "skillName" = ${skillName} AND "mode" = 'production' AND "state" = 'succeeded'
        AND "createdAt" > now() - interval '30 days'
      ORDER BY "createdAt" DESC LIMIT ${LOOKED_AT}
    ) AS latest`
  return row!
}
