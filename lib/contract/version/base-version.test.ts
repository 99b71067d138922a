import { describe, expect, test } from 'vitest'
import { baseVersion, numbersTaken, reviewedBase } from './base-version.ts'
import type { VersionState } from './version-moves.ts'

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
  ['a yanked version is none', [known('1.0.0', 'YANKED')], '1.0.1', undefined],
  [
    'neither is one that was never published',
    [known('1.0.0', 'REJECTED'), known('1.0.1', 'DRAFT')],
    '1.1.0',
    undefined,
  ],
  ['nor a pre-release', [known('1.0.0'), known('1.1.0-beta.1')], '1.1.0', '1.0.0'],
  ['a number still being typed is measured against the highest', [known('1.0.0')], '1.', '1.0.0'],
]

describe('baseVersion', () => {
  test.each(bases)('%s', (_name, versions, number, base) => {
    expect(baseVersion(versions, number)?.number).toBe(base)
  })
})

test('a reviewer compares with what an admin approved, never with a private version', () => {
  const versions = [known('1.0.0'), known('1.1.0', 'PUBLISHED', false)]

  expect(baseVersion(versions, '1.2.0')?.number).toBe('1.1.0')
  expect(reviewedBase(versions, '1.2.0')?.number).toBe('1.0.0')
})

test('a number is spent once it is in review, rejected or published; withdrawn and sent back it is not', () => {
  const states = [
    'DRAFT',
    'CHANGES_ASKED',
    'IN_REVIEW',
    'REJECTED',
    'PUBLISHED',
    'DEPRECATED',
    'YANKED',
  ] as const

  const taken = numbersTaken(states.map((state, index) => known(`1.0.${index}`, state)))

  expect(taken).toEqual(['1.0.2', '1.0.3', '1.0.4', '1.0.5', '1.0.6'])
})
