import { expect, test } from 'vitest'
import { formatTime, type TimeStyle } from './time.tsx'

const now = new Date('2026-11-20T12:00:00Z')

const cases: [name: string, at: string, style: TimeStyle, zone: string, expected: string][] = [
  ['a moment ago is just now', '2026-11-20T11:59:55Z', 'relative', 'UTC', 'just now'],
  ['minutes are counted', '2026-11-20T11:48:30Z', 'relative', 'UTC', '11 minutes ago'],
  ['hours are counted', '2026-11-20T09:00:00Z', 'relative', 'UTC', '3 hours ago'],
  ['future times are named as such', '2026-11-22T12:00:00Z', 'relative', 'UTC', 'in 2 days'],
  ['after a week it is a date', '2026-11-03T12:00:00Z', 'relative', 'UTC', '3 Nov 2026'],
  ['an instant has its minute', '2026-11-03T14:05:00Z', 'instant', 'Asia/Kolkata', '3 Nov 2026, 19:35'],
  ['UTC says that it is UTC', '2026-11-03T14:05:00Z', 'instant', 'UTC', '3 Nov 2026, 14:05 UTC'],
  ['a day depends on the zone', '2026-11-03T23:30:00Z', 'day', 'Asia/Kolkata', '4 Nov 2026'],
  ['the clock of today stands alone', '2026-11-20T11:03:00Z', 'clock', 'Asia/Kolkata', '16:33'],
  ['the clock of another day has its day', '2026-11-19T11:03:00Z', 'clock', 'UTC', '19 Nov 2026, 11:03 UTC'],
]

test('the day and the clock are written as the reader writes them', () => {
  const at = new Date('2026-11-03T14:05:00Z')
  const options = { zone: 'Europe/Berlin', now }
  expect(formatTime(at, 'instant', { ...options, locale: 'de' })).toBe('3. Nov. 2026, 15:05')
  expect(formatTime(at, 'day', { ...options, locale: 'en-US' })).toBe('Nov 3, 2026')
})

test.each(cases)('formatting a time: %s', (_name, at, style, zone, expected) => {
  expect(formatTime(new Date(at), style, { zone, now })).toBe(expected)
})
