import { countOpenReports } from '../catalog/rows/reports.ts'
import { type Context, requireAdmin } from '../context/context.ts'
import { countOpenAppeals } from '../publishing/rows/appeals.ts'
import { countPendingSubmissions } from '../publishing/rows/submissions.ts'

export type WaitingCounts = { reviews: number; appeals: number; reports: number }

/** Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function countWaiting(ctx: Context): Promise<WaitingCounts> {
  requireAdmin(ctx)
  const [reviews, appeals, reports] = await Promise.all([
    countPendingSubmissions(ctx.db),
    countOpenAppeals(ctx.db),
    countOpenReports(ctx.db),
  ])
  return { reviews, appeals, reports }
}
