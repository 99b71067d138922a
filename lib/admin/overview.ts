import { type Context, requireAdmin } from '../context/context.ts'
import { formatMicros } from '../kernel/money.ts'
import { countWaiting, type WaitingCounts } from './count-waiting.ts'
import { countOpenTasks, listSiteDays, type OpenTasks, type SiteDayRow } from './rows/site-days.ts'

const DAYS = 30
/** Those that have no list of their own. */
const REQUESTS = ['verification.requested', 'reset.requested'] as const

/** `fees` is decimal USDC. */
export type SiteDay = Omit<SiteDayRow, 'feeMicros'> & { fees: string }

export type SiteOverview = {
  waiting: WaitingCounts & OpenTasks
  days: SiteDay[]
  /** Of all these days. */
  total: Omit<SiteDay, 'day'>
}

/** Returns what waits for an admin, and the 30 days until `now`. Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function getSiteOverview(ctx: Context, now = new Date()): Promise<SiteOverview> {
  const { userId } = requireAdmin(ctx)
  const [counts, tasks, rows] = await Promise.all([
    countWaiting(ctx),
    countOpenTasks(ctx.db, userId, REQUESTS),
    listSiteDays(ctx.db, { days: DAYS, now }),
  ])
  const sum = (key: 'signUps' | 'runs' | 'succeeded') => rows.reduce((total, row) => total + row[key], 0)
  const fees = rows.reduce((total, { feeMicros }) => total + feeMicros, 0n)
  return {
    waiting: { ...counts, ...tasks },
    days: rows.map(({ feeMicros, ...day }) => ({ ...day, fees: formatMicros(feeMicros) })),
    total: {
      signUps: sum('signUps'),
      runs: sum('runs'),
      succeeded: sum('succeeded'),
      fees: formatMicros(fees),
    },
  }
}
