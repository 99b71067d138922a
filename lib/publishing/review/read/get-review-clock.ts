import type { Context } from '../../../context/context.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import { readSetting } from '../../../settings/read-settings.ts'
import { countDecidedAppeals } from '../../rows/appeals.ts'
import { measureReviewTimes } from '../../rows/review-times.ts'
import { countPendingSubmissions } from '../../rows/submissions.ts'

export type ReviewClock = {
  /** The period of the figures. */
  days: number
  /** What the operator aims at; null without a target. */
  targetHours: number | null
  decisions: number
  /** How many decisions it takes for figures. */
  fewest: number
  waiting: number
  /** Null with fewer than `fewest` decisions, since a median of two says nothing. */
  times: { medianSeconds: number; p90Seconds: number } | null
  appeals: { decided: number; overturned: number }
}

const DAYS = 90
const FEWEST_DECISIONS = 5

/** Returns how long reviews take, measured on decisions of the last 90 days. Public. */
export async function getReviewClock({ db }: Pick<Context, 'db'>): Promise<ReviewClock> {
  const since = new Date(Date.now() - DAYS * DAY_MS)
  const [targetHours, waiting, appeals, { decisions, medianSeconds, p90Seconds }] = await Promise.all([
    readSetting(db, 'reviewTargetHours'),
    countPendingSubmissions(db),
    countDecidedAppeals(db, since),
    measureReviewTimes(db, since),
  ])
  const isKnown = decisions >= FEWEST_DECISIONS && medianSeconds !== null && p90Seconds !== null
  const times = isKnown ? { medianSeconds, p90Seconds } : null
  return { days: DAYS, targetHours, decisions, fewest: FEWEST_DECISIONS, waiting, times, appeals }
}
