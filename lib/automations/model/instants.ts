/** Calculates cron times in a time zone, also across daylight-saving changes. */
import { Cron } from 'croner'
import type { AutomationTrigger } from './automation-trigger.ts'

const FIVE_FIELDS = 'must have five fields: minute, hour, day of month, month, day of week'

/**
 * Returns what is wrong with a cron expression, as the end of a sentence; undefined if it is valid. Five fields are
 * required, because a sixth one would allow a run each second.
 */
export function describeCronError(cron: string): string | undefined {
  // The library also accepts dates, which only run once.
  if (!/^(@\w+|(\S+\s+){4}\S+)$/.test(cron.trim())) return FIVE_FIELDS
  try {
    return openCron(cron, 'UTC').nextRun() ? undefined : 'never matches a date'
  } catch {
    return FIVE_FIELDS
  }
}

/**
 * Returns ascending times after `after`; none for triggers without times. A local time that summer time skips is due an
 * hour later; one that occurs twice, the first time.
 */
export function listNextInstants(
  trigger: AutomationTrigger,
  timeZone: string,
  { after, count }: { after: Date; count: number },
): Date[] {
  if (trigger.kind === 'cron') return openCron(trigger.cron, timeZone).nextRuns(count, after)
  if (trigger.kind !== 'once') return []
  const at = parseOnceInstant(trigger.at, timeZone)
  return at && at > after ? [at] : []
}

export function findLatestInstant(
  trigger: AutomationTrigger,
  timeZone: string,
  { since, now }: { since: Date; now: Date },
): Date | null {
  if (trigger.kind !== 'cron') return since <= now ? since : null
  // The search excludes its start, so it starts after now.
  const [latest] = openCron(trigger.cron, timeZone).previousRuns(1, new Date(now.getTime() + 1))
  return latest && latest >= since ? latest : since <= now ? since : null
}

/** Parses “2026-11-26T09:00”; returns null if invalid. */
export function parseOnceInstant(at: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at)) return null
  const asUtc = new Date(`${at}Z`)
  // 30 February would become a day in March.
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(at)) return null
  return new Cron(`${at}:00`, { timezone: timeZone, paused: true }).nextRun(new Date(0))
}

function openCron(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true })
}
