import { expect, test } from 'vitest'
import { deprecationLabel, deprecationText } from './version-states.ts'

const now = new Date('2026-11-21T12:00:00Z')
const textFor = (at: string | null, notice: string | null = 'Use 2.0.0') =>
  deprecationText({ number: '1.0.0', notice, at: at === null ? null : new Date(at) }, now)

test.each([
  [
    '2026-11-20',
    'Version 1.0.0 has been deprecated since 2026-11-20: Use 2.0.0. It keeps working until it is taken down.',
  ],
  [
    '2027-01-31',
    'Version 1.0.0 will be deprecated on 2027-01-31: Use 2.0.0. It keeps working until it is taken down.',
  ],
  [null, 'Version 1.0.0 is deprecated: Use 2.0.0. It keeps working until it is taken down.'],
])('deprecated from %j reads “%s”', (at, expected) => {
  expect(textFor(at)).toBe(expected)
})

test('without a notice there is still a sentence', () => {
  expect(textFor(null, null)).toContain('recommends another version.')
})

test.each([
  [null, 'Deprecated'],
  ['2026-11-20', 'Deprecated'],
  ['2026-12-03', 'Deprecated from 3 Dec'],
  ['2027-01-31', 'Deprecated from 31 Jan 2027'],
])('the badge of a version deprecated from %j reads “%s”', (at, expected) => {
  expect(deprecationLabel(at === null ? null : new Date(at), now)).toBe(expected)
})
