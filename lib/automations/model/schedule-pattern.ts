/** The schedules that a form offers, as cron. */
import type { AutomationTrigger } from './automation-trigger.ts'

export const SCHEDULE_UNITS = ['hour', 'day', 'weekday', 'week', 'month', 'custom'] as const

export type ScheduleUnit = (typeof SCHEDULE_UNITS)[number]

export type SchedulePattern = {
  unit: ScheduleUnit
  /** “09:00” */
  time: string
  /** 0 is Sunday. */
  weekday: number
  /** 1 to 31; shorter months are skipped. */
  day: number
  cron: string
}

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

export const WEEKLY: SchedulePattern = {
  unit: 'week',
  time: '09:00',
  weekday: 1,
  day: 1,
  cron: '0 9 * * MON',
}

export function writeCron({ unit, time, weekday, day, cron }: SchedulePattern): string {
  if (unit === 'custom') return cron
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = `${minute} ${unit === 'hour' ? '*' : hour}`
  if (unit === 'week') return `${at} * * ${DAYS[weekday]}`
  if (unit === 'weekday') return `${at} * * MON-FRI`
  return unit === 'month' ? `${at} ${day} * *` : `${at} * * *`
}

/** Returns the unit “custom” if the form does not offer it. */
export function readSchedulePattern(cron: string): SchedulePattern {
  const custom: SchedulePattern = { ...WEEKLY, unit: 'custom', cron }
  const [, minute, hour, day, weekday] =
    /^(\d{1,2}) (\d{1,2}|\*) (\d{1,2}|\*) \* (\*|MON-FRI|1-5|[0-6]|[A-Z]{3})$/.exec(cron) ?? []
  if (minute === undefined) return custom
  const time = `${hour === '*' ? '00' : hour?.padStart(2, '0')}:${minute.padStart(2, '0')}`
  const at = { ...WEEKLY, time, cron }
  const isDaily = day === '*' && weekday === '*'
  if (hour === '*') return isDaily ? { ...at, unit: 'hour' } : custom
  if (isDaily) return { ...at, unit: 'day' }
  if (weekday === '*') return { ...at, unit: 'month', day: Number(day) }
  if (day !== '*') return custom
  if (weekday === 'MON-FRI' || weekday === '1-5') return { ...at, unit: 'weekday' }
  const number = /^\d$/.test(weekday ?? '') ? Number(weekday) : DAYS.indexOf(weekday ?? '')
  return number < 0 ? custom : { ...at, unit: 'week', weekday: number }
}

/** Returns “Every Monday at 09:00, Europe/Oslo”. */
export function describeTrigger(trigger: AutomationTrigger, timeZone: string): string {
  if (trigger.kind === 'webhook') return 'When a webhook sends a message'
  if (trigger.kind === 'vault') return `When a file matching ${trigger.glob} changes`
  if (trigger.kind === 'once') return `Once, on ${trigger.at.replace('T', ' at ')}, ${timeZone}`
  return `${describeCron(trigger.cron)}, ${timeZone}`
}

function describeCron(cron: string): string {
  const { unit, time, weekday, day } = readSchedulePattern(cron)
  if (unit === 'custom') return `Cron ${cron}`
  if (unit === 'hour') return `Every hour at minute ${Number(time.slice(3))}`
  const when = {
    day: 'Every day',
    weekday: 'Monday to Friday',
    week: `Every ${WEEKDAYS[weekday]}`,
    month: `On day ${day} of every month`,
  }[unit]
  return `${when} at ${time}`
}
