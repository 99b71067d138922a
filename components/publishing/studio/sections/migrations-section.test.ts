import { expect, test } from 'vitest'
import type { VersionState } from '#lib/contracts/versions/version-states.ts'
import { earlierMajors } from './migrations-section.tsx'

const version = (number: string, state: VersionState = 'PUBLISHED') => ({ number, state })

test.each([
  [
    'the nearest first',
    [version('1.4.2'), version('2.0.0'), version('1.0.0'), version('10.0.0')],
    '11.0.0',
    ['10', '2', '1'],
  ],
  [
    'none of the same or a later major',
    [version('1.0.0'), version('2.0.0'), version('3.0.0')],
    '2.1.0',
    ['1'],
  ],
  [
    'none that cannot be run',
    [version('1.0.0', 'YANKED'), version('0.9.0', 'REJECTED'), version('0.8.0-rc.1')],
    '2.0.0',
    [],
  ],
  ['all, while the number is being typed', [version('1.0.0')], '2.', ['1']],
] as const)('%s', (_, versions, number, expected) => {
  expect(earlierMajors(versions, number)).toEqual(expected)
})
