import { expect, test } from 'vitest'
import { canShowClockTime, readClockTime, writeClockTime } from './clock-times.ts'
import { canShowDuration, readDuration, writeDuration } from './durations.ts'

test.each([
  ['14:30:00Z', { clock: '14:30:00', offset: 'Z' }, '14:30:00Z'],
  ['14:30z', { clock: '14:30', offset: 'Z' }, '14:30:00Z'],
  ['09:05:10-03:30', { clock: '09:05:10', offset: '-03:30' }, '09:05:10-03:30'],
])('the time %s is edited as %j and written as %s', (text, parts, written) => {
  expect(readClockTime(text)).toEqual(parts)
  expect(writeClockTime(parts)).toBe(written)
})

test.each(['25:00:00Z', '14:30', 'noon', '14:30:00.5Z'])(
  'the time “%s” stays text, because a time input would hide it',
  (text) => {
    expect(canShowClockTime(text)).toBe(false)
  },
)

test.each([
  ['P1DT12H', { days: '1', hours: '12' }],
  ['PT0S', { seconds: '0' }],
  ['P2W', { weeks: '2' }],
  ['P1Y6M', { years: '1', months: '6' }],
])('the duration %s is edited as %j, and written unchanged', (text, parts) => {
  expect(readDuration(text)).toEqual(parts)
  expect(writeDuration(parts)).toBe(text)
})

test('a duration with a gap between its units is written with a zero', () => {
  expect(writeDuration({ hours: '1', seconds: '5' })).toBe('PT1H0M5S')
  expect(writeDuration({ years: '1', days: '3' })).toBe('P1Y0M3D')
  expect(writeDuration({ hours: '', minutes: '' })).toBeUndefined()
})

test.each(['P', 'PT', 'P1.5D', '-P1D', 'two days'])('the duration “%s” stays text', (text) => {
  expect(canShowDuration(text)).toBe(false)
})
