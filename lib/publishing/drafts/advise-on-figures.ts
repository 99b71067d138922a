/** What a publisher's figures say to look at first. Each needs enough numbers, so that chance alone gives no advice. */

import type { PeriodFigures } from './analytics.ts'

export type AnalyticsAdvice = 'failures' | 'worse' | 'unused' | 'uninstalled' | 'ratings'

const MIN_RUNS = 20
const MIN_VIEWS = 50
const MIN_RATINGS = 3

export function adviseOnFigures(now: PeriodFigures, before: PeriodFigures): AnalyticsAdvice[] {
  const advice: AnalyticsAdvice[] = []
  const [runs, runsBefore] = [now.succeeded + now.failed, before.succeeded + before.failed]
  const [share, shareBefore] = [now.succeeded / runs, before.succeeded / runsBefore]
  if (runs >= MIN_RUNS && runsBefore >= MIN_RUNS && share < shareBefore - 0.05) advice.push('worse')
  if (runs >= MIN_RUNS && share < 0.95) advice.push('failures')
  if (now.ratings >= MIN_RATINGS && (now.averageRating ?? 5) < 4) advice.push('ratings')
  if (now.views >= MIN_VIEWS && runs < now.views * 0.1) advice.push('unused')
  if (runs >= MIN_RUNS && now.views >= MIN_VIEWS && now.installs === 0) advice.push('uninstalled')
  return advice
}
