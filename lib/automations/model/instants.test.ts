// Tests when automations are due, across the daylight-saving changes in Oslo on 29 March and 25 October 2026.
import { expect, test } from 'vitest'
import { describeCronError, findLatestInstant, listNextInstants, parseOnceInstant } from './instants.ts'

const cron = (cron: string) => ({ kind: 'cron', cron, missed: 'skip' }) as const
const next = (expression: string, after: string, count = 3) =>
  listNextInstants(cron(expression), 'Europe/Oslo', { after: new Date(after), count }).map((at) =>
    at.toISOString(),
  )

test('a weekly time keeps its local hour when the clocks change', () => {
  expect(next('0 9 * * MON', '2026-10-20T00:00:00Z')).toEqual([
    '2026-10-26T08:00:00.000Z',
    '2026-11-02T08:00:00.000Z',
    '2026-11-09T08:00:00.000Z',
  ])
  expect(next('0 9 * * MON', '2026-03-22T00:00:00Z', 2)).toEqual([
    '2026-03-23T08:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
  ])
})

test('a local time that does not exist is due an hour later, and one that occurs twice is due once', () => {
  expect(next('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
  expect(next('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ])
})

test('every hour is every hour of the night on which the clocks change', () => {
  expect(next('0 * * * *', '2026-10-24T23:30:00Z', 4)).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T02:00:00.000Z',
    '2026-10-25T03:00:00.000Z',
  ])
})

test.each([
  ['* * * * * *', /five fields/],
  ['', /five fields/],
  ['61 * * * *', /five fields/],
  ['2026-10-24T12:00:00', /five fields/],
  ['0 9 31 2 *', /never/],
])('“%s” is refused', (expression, reason) => {
  expect(describeCronError(expression)).toMatch(reason)
})

test('nicknames and names of days are accepted', () => {
  for (const expression of ['@weekly', '0 9 * * MON-FRI', '*/15 8-17 * * 1-5', '0 9 L * *'])
    expect(describeCronError(expression)).toBeUndefined()
})

test('of missed instants, the latest counts', () => {
  const since = new Date('2026-11-01T08:00:00Z')
  const latest = (now: string) =>
    findLatestInstant(cron('0 9 * * *'), 'Europe/Oslo', { since, now: new Date(now) })

  expect(latest('2026-11-04T12:00:00Z')?.toISOString()).toBe('2026-11-04T08:00:00.000Z')
  expect(latest('2026-11-01T08:00:00Z')?.toISOString()).toBe('2026-11-01T08:00:00.000Z')
  expect(latest('2026-11-01T07:59:59Z')).toBeNull()
})

test('a single time is a local time of its zone', () => {
  expect(parseOnceInstant('2026-11-26T09:00', 'Europe/Oslo')?.toISOString()).toBe('2026-11-26T08:00:00.000Z')
  expect(parseOnceInstant('2026-07-26T09:00', 'Europe/Oslo')?.toISOString()).toBe('2026-07-26T07:00:00.000Z')
  expect(parseOnceInstant('2020-07-26T09:00', 'UTC')?.toISOString()).toBe('2020-07-26T09:00:00.000Z')
  for (const wrong of ['tomorrow', '2026-13-26T09:00', '2026-02-30T09:00', '* * * * *'])
    expect(parseOnceInstant(wrong, 'UTC')).toBeNull()
})
