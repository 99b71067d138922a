import { plural } from '#lib/kernel/text/plural.ts'
import type { ReviewClock } from '#lib/publishing/review/read/get-review-clock.ts'

/** How long reviews take, in words. */
export function ReviewClockNote({ clock }: { clock: ReviewClock }) {
  const { days, targetHours, decisions, fewest, waiting, times, appeals } = clock
  const { decided, overturned } = appeals
  return (
    <p className="text-pretty text-muted-foreground text-sm">
      {targetHours !== null && `This site aims to decide within ${formatHours(targetHours * 3600)}. `}
      {times
        ? `In the last ${days} days, half of the ${decisions} decisions on submitted versions took at most ${formatHours(times.medianSeconds)}, nine of ten at most ${formatHours(times.p90Seconds)}. `
        : `There were fewer than ${fewest} decisions in the last ${days} days, too few to say how long a review takes. `}
      {waiting === 0
        ? 'Nothing waits for review now.'
        : `${plural(waiting, 'submission waits', 'submissions wait')} for review now.`}
      {decided > 0 &&
        ` ${plural(decided, 'appeal was', 'appeals were')} decided, ${overturned} for the publisher.`}
    </p>
  )
}

const HOUR = 3600
const DAY = 24 * HOUR

/** Returns "20 minutes", "5 hours" or "3 days", rounded up. */
function formatHours(seconds: number): string {
  if (seconds < HOUR) return plural(Math.max(1, Math.ceil(seconds / 60)), 'minute')
  if (seconds < 2 * DAY) return plural(Math.ceil(seconds / HOUR), 'hour')
  return plural(Math.ceil(seconds / DAY), 'day')
}
