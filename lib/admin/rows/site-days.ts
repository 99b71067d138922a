import type { Database } from '../../kernel/db/prisma-client.ts'
import { DAY_MS } from '../../kernel/time.ts'

export type SiteDayRow = { day: string; signUps: number; runs: number; succeeded: number; feeMicros: bigint }

/** Returns each of the last `days` days in UTC until `now`, the oldest first, also those on which nothing happened. */
export function listSiteDays(
  db: Database,
  { days, now }: { days: number; now: Date },
): Promise<SiteDayRow[]> {
  const last = now.toISOString().slice(0, 10)
  const first = new Date(Date.parse(last) - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  return db.$queryRaw<SiteDayRow[]>`
    WITH days AS (
      SELECT generate_series(${first}::date, ${last}::date, '1 day')::date AS "day"
    ), people AS (
      SELECT "createdAt"::date AS "day", count(*)::int AS "signUps" FROM "User"
      WHERE "createdAt" >= ${first}::date GROUP BY 1
    ), runs AS (
      SELECT "day", sum("runs")::int AS "runs", sum("succeeded")::int AS "succeeded" FROM "SkillDay"
      WHERE "day" >= ${first}::date GROUP BY 1
    ), fees AS (
      SELECT "createdAt"::date AS "day", sum("amountMicros")::bigint AS "feeMicros" FROM "LedgerLine"
      WHERE "accountId" = 'fee' AND "createdAt" >= ${first}::date GROUP BY 1
    )
    SELECT days."day"::text AS "day", coalesce("signUps", 0) AS "signUps", coalesce("runs", 0) AS "runs",
      coalesce("succeeded", 0) AS "succeeded", coalesce("feeMicros", 0)::bigint AS "feeMicros"
    FROM days LEFT JOIN people USING ("day") LEFT JOIN runs USING ("day") LEFT JOIN fees USING ("day")
    ORDER BY days."day"`
}

export type OpenTasks = {
  failedMails: number
  creditRequests: number
  payouts: number
  unreadRequests: { kind: string; count: number }[]
}

/** Counts failed mails, open requests for money, and the requests to admins among the notices that this admin has not read. */
export async function countOpenTasks(
  db: Database,
  userId: string,
  kinds: readonly string[],
): Promise<OpenTasks> {
  const [failedMails, creditRequests, payouts, unread] = await Promise.all([
    db.mail.count({ where: { state: 'failed' } }),
    db.creditRequest.count({ where: { decidedAt: null } }),
    db.payout.count({ where: { state: 'requested' } }),
    db.notice.groupBy({
      by: ['kind'],
      where: { userId, readAt: null, kind: { in: [...kinds] } },
      _count: true,
    }),
  ])
  const unreadRequests = unread.map(({ kind, _count }) => ({ kind, count: _count }))
  return { failedMails, creditRequests, payouts, unreadRequests }
}
