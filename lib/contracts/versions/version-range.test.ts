import { describe, expect, test } from 'vitest'
import { listVersionRoutes, listVersionsInRange } from './choose-version.ts'
import { createRange, matchesRequest, openMajor, parseRange, rangeKind, rangeLabel } from './version-range.ts'
import type { VersionState } from './version-states.ts'

// biome-ignore format: table
test.each([
  ['1.2.0',       { number: '1.2.0' }],
  [' v1.2.0 ',    { number: '1.2.0' }],
  ['=1.2.0',      { number: '1.2.0' }],
  ['^1.2',        { range: '^1.2' }],
  ['>=1   <3',    { range: '>=1 <3' }],
  ['~1.4',        { range: '~1.4' }],
  ['1.x',         { range: '1.x' }],
  ['1',           { range: '1' }],
  ['*',           { range: '*' }],
  ['Latest',      { range: 'latest' }],
  ['^1 || ^3',    { range: '^1 || ^3' }],
] as const)('%j can be followed', (text, expected) => {
  expect(parseRange(text)).toEqual(expected)
})

test.each(['', '  ', 'new', '>=one', '1.2.3.4', '^1.2'.padEnd(200, ' || ^1'), '<script>', '\u0000'])(
  '%j is refused with a sentence',
  (text) => {
    expect(parseRange(text)).toMatchObject({ error: expect.stringMatching(/\.$/) })
  },
)

// biome-ignore format: table
test.each([
  [null,      'exact',      'Exactly 1.2.0'],
  ['^1.2.0',  'compatible', 'Compatible updates (^1.2.0)'],
  ['~1.2.0',  'fixes',      'Fixes only (~1.2.0)'],
  ['latest',  'latest',     'Always the latest'],
  ['>=1 <3',  'own',        'Versions in >=1 <3'],
  ['^1 || 3', 'own',        'Versions in ^1 || 3'],
] as const)('%j reads “%s”: %s', (range, kind, label) => {
  expect(rangeKind(range)).toBe(kind)
  expect(rangeLabel(range, '1.2.0')).toBe(label)
  if (kind !== 'own') expect(createRange(kind, '1.2.0')).toBe(range)
})

// biome-ignore format: table
test.each([
  ['^1.2',       '1'], ['1.x', '1'], ['1', '1'], ['>=1.4 <2', '1'], ['0.x', '0'],
  ['~1.4',       undefined], ['>=1 <1.9', undefined], ['>=1 <3', undefined], ['^0.2', undefined], ['*', undefined],
  ['latest',     undefined], ['1.2.0', undefined], ['^1 || ^2', undefined], ['nonsense', undefined], ['<1 >2', undefined],
] as const)('%j is open to every later release of %j', (range, major) => {
  expect(openMajor(range)).toBe(major)
})

const version = (number: string, state: VersionState = 'PUBLISHED', migratesFrom: string[] = []) => ({
  id: number,
  number,
  state,
  migratesFrom,
})
const numbers = (versions: { number: string }[]) => versions.map(({ number }) => number)

describe('the versions in a range', () => {
  test.each([
    [
      'the highest first',
      [version('1.2.0'), version('1.10.0'), version('2.0.0')],
      '^1.2',
      ['1.10.0', '1.2.0'],
    ],
    ['none that was taken down', [version('1.3.0', 'YANKED'), version('1.2.0')], '^1', ['1.2.0']],
    ['none that is not published', [version('1.3.0', 'IN_REVIEW'), version('1.2.0')], '^1', ['1.2.0']],
    ['deprecated ones last', [version('1.3.0', 'DEPRECATED'), version('1.2.0')], '^1', ['1.2.0', '1.3.0']],
    ['no pre-release', [version('2.0.0-rc.1'), version('1.2.0')], 'latest', ['1.2.0']],
    ['every major, for the latest', [version('3.0.0'), version('1.2.0')], 'latest', ['3.0.0', '1.2.0']],
    ['nothing, when nothing fits', [version('1.2.0')], '^4', []],
  ])('are %s', (_, versions, range, expected) => {
    expect(numbers(listVersionsInRange(versions, range))).toEqual(expected)
  })
})

describe('callers of an older major', () => {
  const one = version('1.4.0')
  const two = version('2.0.0', 'PUBLISHED', ['1'])
  const choose = (versions: ReturnType<typeof version>[], range: string) =>
    listVersionRoutes(versions, range).map(({ version: { number }, from, steps = [] }) =>
      from
        ? [`${number} from ${from}`, ...steps.slice(0, -1).map((step) => step.version.number)].join(' by ')
        : number,
    )

  test.each([
    ['run on the newer one when it takes their input', [one, two], '^1', ['2.0.0 from 1', '1.4.0']],
    ['stay where they are without a migration', [one, version('2.0.0')], '^1', ['1.4.0']],
    [
      'run on the newest that takes it',
      [one, two, version('3.0.0', 'PUBLISHED', ['1'])],
      '^1',
      ['3.0.0 from 1', '2.0.0 from 1', '1.4.0'],
    ],
    [
      'reach a newer one by the migrations of those between',
      [one, two, version('3.0.0', 'PUBLISHED', ['2']), version('4.0.0', 'PUBLISHED', ['3'])],
      '^1',
      ['4.0.0 from 1 by 2.0.0 by 3.0.0', '3.0.0 from 1 by 2.0.0', '2.0.0 from 1', '1.4.0'],
    ],
    [
      'take the shorter way',
      [one, two, version('3.0.0', 'PUBLISHED', ['2', '1'])],
      '^1',
      ['3.0.0 from 1', '2.0.0 from 1', '1.4.0'],
    ],
    [
      'pass through a deprecated one',
      [one, version('2.0.0', 'DEPRECATED', ['1']), version('3.0.0', 'PUBLISHED', ['2'])],
      '^1',
      ['3.0.0 from 1 by 2.0.0', '1.4.0'],
    ],
    [
      'pass through the newest between that takes them',
      [
        one,
        two,
        version('2.1.0', 'PUBLISHED', ['1']),
        version('2.2.0'),
        version('3.0.0', 'PUBLISHED', ['2']),
      ],
      '^1',
      ['3.0.0 from 1 by 2.1.0', '2.1.0 from 1', '2.0.0 from 1', '1.4.0'],
    ],
    [
      'pass through none that was taken down, none that waits and no pre-release',
      [
        one,
        version('2.0.0', 'YANKED', ['1']),
        version('2.1.0', 'IN_REVIEW', ['1']),
        version('2.2.0-rc.1', 'PUBLISHED', ['1']),
        version('3.0.0', 'PUBLISHED', ['2']),
      ],
      '^1',
      ['1.4.0'],
    ],
    [
      'do not cycle, and never lead to earlier majors',
      [one, version('2.0.0', 'PUBLISHED', ['3', '0']), version('3.0.0', 'PUBLISHED', ['2', '3', '0'])],
      '^1',
      ['1.4.0'],
    ],
    ['do not move to a deprecated one', [one, version('2.0.0', 'DEPRECATED', ['1'])], '^1', ['1.4.0']],
    ['stay when they asked for fixes only', [one, two], '~1.4.0', ['1.4.0']],
    ['of several majors need no migration', [one, two], '>=1 <3', ['2.0.0', '1.4.0']],
  ])('%s', (_, versions, range, expected) => {
    expect(choose(versions, range)).toEqual(expected)
  })
})

test.each([
  ['1.2.0', true],
  ['v1.2.0', true],
  ['^1', true],
  ['latest', true],
  ['Latest', true],
  ['1.2.1', false],
  ['^2', false],
  ['', false],
  ['nonsense', false],
])('%j selects version 1.2.0, the only one: %s', (asked, isIt) => {
  expect(matchesRequest('1.2.0', asked)).toBe(isIt)
})

test('a pre-release that is the only version is the latest', () => {
  expect(matchesRequest('2.0.0-rc.1', 'latest')).toBe(true)
})

test.each([
  ['~=1.4', '^1.4'],
  ['~=1.4.2', '~1.4.2'],
])('the Python range %s is refused with the range that means the same: %s', (asked, range) => {
  expect(parseRange(asked)).toEqual({ error: `“${asked}” is how Python writes ${range}. Use ${range}.` })
})
