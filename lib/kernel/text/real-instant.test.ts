import { expect, test } from 'vitest'
import { isRealInstant } from './real-instant.ts'

test.each([
  '2024-02-29T00:00:00Z',
  '2026-03-30T13:30:00.000Z',
  '2026-03-30T13:30:00+02:00',
  '2026-03-30 13:30Z',
  '0099-12-31T23:59:59Z',
  '2000-02-29T12:00:00-11:00',
])('%s is an instant', (text) => {
  expect(isRealInstant(text)).toBe(true)
})

test.each([
  '2024-02-30T00:00:00Z',
  '2023-02-29T10:00:00+02:00',
  '1900-02-29T10:00:00Z',
  '2024-04-31T00:00:00.000Z',
  '2024-06-31T23:30:00-05:00',
  '2024-02-30 10:00:00Z',
  '2024-00-10T00:00:00Z',
  '2024-01-00T00:00:00Z',
  '2024-13-01T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T10:60:00Z',
  '2024-01-01',
  'Sat, 30 Nov 2024 10:00:00 GMT',
  '',
])('“%s” is no instant', (text) => {
  expect(isRealInstant(text)).toBe(false)
})
