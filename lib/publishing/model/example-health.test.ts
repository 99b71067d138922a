import { expect, test } from 'vitest'
import { DAY_MS } from '../../kernel/time.ts'
import { countExamples, summariseHealth } from './example-health.ts'

const now = Date.UTC(2026, 10, 29)
const daysAgo = (days: number) => new Date(now - days * DAY_MS)

const passed = {
  exampleIndex: 0,
  offlineAt: daysAgo(0),
  offlineResult: 'passed',
  failedNights: 0,
  liveAt: null,
  liveResult: null,
  recording: { id: 'recording', recordedAt: daysAgo(10), publicAt: null },
}

test('examples without recordings have no summary', () => {
  expect(summariseHealth([], now)).toBeNull()
})

test('a summary counts what passed and what drifted, and has the oldest of the latest checks', () => {
  const rows = [
    passed,
    { ...passed, offlineAt: daysAgo(1), liveAt: daysAgo(2), liveResult: 'passed' },
    { ...passed, offlineResult: 'failed', failedNights: 1, liveAt: daysAgo(3), liveResult: 'drifted' },
    { ...passed, liveAt: daysAgo(6), liveResult: 'none' },
  ]
  const summary = summariseHealth(rows, now)

  expect(summary).toEqual({
    examples: 4,
    offlineAtMs: daysAgo(1).getTime(),
    offlinePassed: 3,
    liveAtMs: daysAgo(3).getTime(),
    drifted: 1,
    hasOldRecording: false,
    isFailing: false,
    publicRecordings: [],
  })
  expect(countExamples(summary!)).toBe('4 recorded examples')
})

test.each([
  [90, false],
  [91, true],
])('a recording of %i days is old: %s', (days, hasOldRecording) => {
  expect(
    summariseHealth([{ ...passed, recording: { ...passed.recording, recordedAt: daysAgo(days) } }], now),
  ).toMatchObject({
    hasOldRecording,
  })
})

test('an example that failed for three nights in a row marks its skill', () => {
  expect(summariseHealth([{ ...passed, failedNights: 2 }], now)).toMatchObject({ isFailing: false })
  expect(summariseHealth([passed, { ...passed, failedNights: 3 }], now)).toMatchObject({ isFailing: true })
})
