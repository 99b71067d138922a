import { expect, test } from 'vitest'
import { describeCronError } from './instants.ts'
import {
  describeTrigger,
  readSchedulePattern,
  SCHEDULE_UNITS,
  WEEKLY,
  writeCron,
} from './schedule-pattern.ts'

test.each(SCHEDULE_UNITS)(
  'what the form offers for “%s” is a valid expression that it reads back',
  (unit) => {
    const pattern = { ...WEEKLY, unit, time: '17:05', weekday: 4, day: 15 }
    const cron = writeCron(pattern)

    expect(describeCronError(cron)).toBeUndefined()
    expect(writeCron(readSchedulePattern(cron))).toBe(cron)
    expect(readSchedulePattern(cron).unit).toBe(unit === 'custom' ? 'week' : unit)
  },
)

test.each([
  ['0 9 * * MON', 'Every Monday at 09:00, UTC'],
  ['30 17 * * 1-5', 'Monday to Friday at 17:30, UTC'],
  ['5 * * * *', 'Every hour at minute 5, UTC'],
  ['0 0 1 * *', 'On day 1 of every month at 00:00, UTC'],
  ['*/15 8-17 * * 1-5', 'Cron */15 8-17 * * 1-5, UTC'],
  ['0 9 1 * MON', 'Cron 0 9 1 * MON, UTC'],
])('“%s” is described as “%s”', (cron, text) => {
  expect(describeTrigger({ kind: 'cron', cron, missed: 'skip' }, 'UTC')).toBe(text)
})
