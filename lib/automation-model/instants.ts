/** The instants at which an automation is due: cron with a time zone, correct across daylight-saving changes. */
import { Cron } from 'croner'
import type { AutomationTrigger } from './automation-trigger.ts'

const FIVE_FIELDS = 'must have five fields: minute, hour, day of month, month, day of week'

/**
 * Returns why a cron expression cannot be used, as the end of a sentence, or undefined if it is valid. It has five
 * fields, so an automation is due at most once a minute.
 */
export function cronError(cron: string): string | undefined {
  // The library also accepts dates.
  if (!/^(@\w+|(\S+\s+){4}\S+)$/.test(cron.trim())) return FIVE_FIELDS
  try {
    return openCron(cron, 'UTC').nextRun() ? undefined : 'never matches a date'
  } catch {
    return FIVE_FIELDS
  }
}

/**
 * Returns up to `count` instants after `after`, ascending. A local time that the change to summer time skips is due
 * one hour later; one that occurs twice is due the first time. Empty for triggers without times.
 */
export function nextInstants(
  trigger: AutomationTrigger,
  timeZone: string,
  { after, count }: { after: Date; count: number },
): Date[] {
  if (trigger.kind === 'cron') return openCron(trigger.cron, timeZone).nextRuns(count, after)
  if (trigger.kind !== 'once') return []
  const at = onceInstant(trigger.at, timeZone)
  return at && at > after ? [at] : []
}

/** Returns the latest instant from `since` up to `now`; null if there was none. */
export function latestInstant(
  trigger: AutomationTrigger,
  timeZone: string,
  { since, now }: { since: Date; now: Date },
): Date | null {
  if (trigger.kind !== 'cron') return since <= now ? since : null
  // One millisecond later, because the search excludes its start.
  const [latest] = openCron(trigger.cron, timeZone).previousRuns(1, new Date(now.getTime() + 1))
  return latest && latest >= since ? latest : since <= now ? since : null
}

/** Returns the instant of a local time “2026-11-26T09:00”, or null if it is not one. */
export function onceInstant(at: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at)) return null
  const asUtc = new Date(`${at}Z`)
  // 30 February would be read as 2 March.
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(at)) return null
  return new Cron(`${at}:00`, { timezone: timeZone, paused: true }).nextRun(new Date(0))
}

function openCron(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true })
}
