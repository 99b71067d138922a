import type { Database } from '../../kernel/db/prisma-client.ts'

export type ReviewTimes = { decisions: number; medianSeconds: number | null; p90Seconds: number | null }

/**
 * Returns how long submissions waited that people decided since the instant: each revision from its own submission to its
 * decision. Withdrawn ones count as not decided. Both times are null without decisions.
 */
export async function measureReviewTimes(db: Database, since: Date): Promise<ReviewTimes> {
  const [row] = await db.$queryRaw<ReviewTimes[]>`
    SELECT count(*)::int AS "decisions",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM "decidedAt" - "submittedAt")::float8) AS "medianSeconds",
      percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM "decidedAt" - "submittedAt")::float8) AS "p90Seconds"
    FROM "Submission"
    WHERE "decision" IN ('APPROVED', 'CHANGES_REQUESTED', 'REJECTED') AND "decidedAt" >= ${since}`
  return row ?? { decisions: 0, medianSeconds: null, p90Seconds: null }
}
