import { expect, test } from 'vitest'
import type { VersionState } from '#lib/contracts/versions/version-states.ts'
import { earlierMajors } from './migrations-section.tsx'

const version = (number: string, state: VersionState = 'PUBLISHED') => ({ number, state })

test.each([
  [
    'the nearest major first',
    [version('1.4.2'), version('2.0.0'), version('1.0.0'), version('10.0.0')],
    '11.0.0',
    ['10', '2', '1'],
  ],
  ['earlier majors only', [version('1.0.0'), version('2.0.0'), version('3.0.0')], '2.1.0', ['1']],
  [
    'no major without a runnable version',
    [version('1.0.0', 'YANKED'), version('0.9.0', 'REJECTED'), version('0.8.0-rc.1')],
    '2.0.0',
    [],
  ],
  ['every major while the number is being typed', [version('1.0.0')], '2.', ['1']],
] as const)('migrations are offered from %s', (_, versions, number, expected) => {
  expect(earlierMajors(versions, number)).toEqual(expected)
})
