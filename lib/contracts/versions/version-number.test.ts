import { describe, expect, test } from 'vitest'
import {
  bumpVersion,
  findBaseVersion,
  findLatest,
  findReviewedBase,
  isBumpedAtLeast,
  isVersion,
  listUsedNumbers,
} from './version-number.ts'
import type { VersionState } from './version-states.ts'

test.each(['1.0.0', '0.0.1', '1.2.3-beta.1'])('%s is a version', (text) => {
  expect(isVersion(text)).toBe(true)
})

test.each(['1.0', 'v1.0.0', ' 1.0.0', '1.0.0+build', '01.0.0', '1.0.0-01', ''])(
  '%j is not a valid version number',
  (text) => {
    expect(isVersion(text)).toBe(false)
  },
)

// biome-ignore format: table
test.each([
  ['1.0.0',      '1.0.1',      'patch', true],
  ['1.0.0',      '1.0.1',      'minor', false],
  ['1.0.0',      '1.1.0',      'minor', true],
  ['1.0.0',      '2.0.0',      'minor', true],
  ['1.0.0',      '1.9.0',      'major', false],
  ['1.0.0',      '2.0.0',      'major', true],
  ['1.0.0',      '2.0.0-rc.1', 'major', true],
  ['1.0.0',      '1.0.0',      'none',  false],
  ['1.1.0',      '1.0.9',      'none',  false],
  ['2.0.0-rc.1', '2.0.0',      'major', true],
  ['2.0.0-rc.1', '2.0.0-rc.2', 'major', true],
  ['1.1.0-rc.1', '1.1.0',      'major', false],
] as const)('from %s to %s is at least %s: %s', (from, to, bump, expected) => {
  expect(isBumpedAtLeast(from, to, bump)).toBe(expected)
})

test('the smallest number a bump allows', () => {
  expect(bumpVersion('1.2.3', 'major')).toBe('2.0.0')
  expect(bumpVersion('1.2.3', 'minor')).toBe('1.3.0')
  expect(bumpVersion('1.2.3', 'none')).toBe('1.2.4')
})

test('the latest is a release while there is one', () => {
  expect(findLatest(['1.9.0', '1.10.0', '2.0.0-rc.1'])).toBe('1.10.0')
  expect(findLatest(['2.0.0-rc.1'])).toBe('2.0.0-rc.1')
  expect(findLatest([])).toBeUndefined()
})

function known(number: string, state: VersionState = 'PUBLISHED', reviewed = true) {
  return { number, state, reviewed }
}

const bases: [
  name: string,
  versions: ReturnType<typeof known>[],
  number: string,
  base: string | undefined,
][] = [
  ['nothing precedes the first version', [], '1.0.0', undefined],
  ['the highest release below is the base', [known('1.9.0'), known('1.10.0')], '1.11.0', '1.10.0'],
  ['a repair of an older line follows that line', [known('1.4.0'), known('2.0.0')], '1.4.1', '1.4.0'],
  [
    'a number below everything is measured against the highest',
    [known('1.0.0'), known('2.0.0')],
    '0.9.0',
    '2.0.0',
  ],
  ['a deprecated version is still a base', [known('1.0.0', 'DEPRECATED')], '1.0.1', '1.0.0'],
  ['a yanked version does not count', [known('1.0.0', 'YANKED')], '1.0.1', undefined],
  [
    'neither is one that was never published',
    [known('1.0.0', 'REJECTED'), known('1.0.1', 'DRAFT')],
    '1.1.0',
    undefined,
  ],
  ['nor a pre-release', [known('1.0.0'), known('1.1.0-beta.1')], '1.1.0', '1.0.0'],
  ['a number still being typed is measured against the highest', [known('1.0.0')], '1.', '1.0.0'],
]

describe('findBaseVersion', () => {
  test.each(bases)('%s', (_name, versions, number, base) => {
    expect(findBaseVersion(versions, number)?.number).toBe(base)
  })
})

test('a reviewer compares with the last version an admin approved, never with a private version', () => {
  const versions = [known('1.0.0'), known('1.1.0', 'PUBLISHED', false)]

  expect(findBaseVersion(versions, '1.2.0')?.number).toBe('1.1.0')
  expect(findReviewedBase(versions, '1.2.0')?.number).toBe('1.0.0')
})

test('a number is used up once it is in review, rejected or published, but not when withdrawn or sent back', () => {
  const states = [
    'DRAFT',
    'CHANGES_REQUESTED',
    'IN_REVIEW',
    'REJECTED',
    'PUBLISHED',
    'DEPRECATED',
    'YANKED',
  ] as const

  const used = listUsedNumbers(states.map((state, index) => known(`1.0.${index}`, state)))

  expect(used).toEqual(['1.0.2', '1.0.3', '1.0.4', '1.0.5', '1.0.6'])
})
