// Tests version order and ranges with the fixtures of npm.
import semver, { type RangeOptions, type ReleaseType } from 'semver'
import { describe, expect, test } from 'vitest'
import { readCorpus, withCorpus } from '../../testing/corpus.ts'
import { compareVersions, isRange, isVersion } from './version-number.ts'
import { isInRange } from './version-range.ts'

type Row = {
  name: string
  kind: string
  options?: unknown
  loose?: boolean
  identifierBase?: '0' | '1' | false
} & {
  [key in
    | 'a'
    | 'b'
    | 'version'
    | 'range'
    | 'greater'
    | 'lesser'
    | 'inc'
    | 'identifier'
    | 'level'
    | 'value']: string
} & { intersects: boolean; result: string | null; canonical: string | null; prerelease: (string | number)[] }

// `true` is npm's "loose" option, which our parser does not have.
const optionsOf = ({ options, loose }: Row) =>
  (typeof options === 'object' && options !== null
    ? options
    : { loose: options === true || loose === true }) as RangeOptions
const isStrict = ({ options, loose }: Row) => !options && !loose

// biome-ignore format: table
const AGREES: Record<string, (row: Row) => boolean> = {
  'range-include':  (row) => semver.satisfies(row.version, row.range, optionsOf(row)) && (!isStrict(row) || isInRange(row.version, row.range)),
  'range-exclude':  (row) => !semver.satisfies(row.version, row.range, optionsOf(row)) && (!isStrict(row) || !isInRange(row.version, row.range)),
  'range-parse':    (row) => rangeOf(row) === row.canonical && (!isStrict(row) || isRange(row.range) === (row.canonical !== null)),
  'range-intersection':      (row) => semver.intersects(row.a, row.b, optionsOf(row)) === row.intersects,
  'comparator-intersection': (row) => semver.intersects(row.a, row.b, optionsOf(row)) === row.intersects,
  'version-gt-range':        (row) => semver.gtr(row.version, row.range, optionsOf(row)),
  'version-not-gt-range':    (row) => !semver.gtr(row.version, row.range, optionsOf(row)),
  'version-lt-range':        (row) => semver.ltr(row.version, row.range, optionsOf(row)),
  'version-not-lt-range':    (row) => !semver.ltr(row.version, row.range, optionsOf(row)),
  comparisons: (row) => semver.gt(row.greater, row.lesser, optionsOf(row)) && (!isStrict(row) || compareVersions(row.greater, row.lesser) > 0),
  equality:    (row) => semver.eq(row.a, row.b, optionsOf(row)),
  truncations: (row) => semver.truncate(row.version, row.level as 'major') === row.result,
  increments:  (row) => semver.inc(row.version, row.inc as ReleaseType, optionsOf(row), ...([row.identifier || undefined, row.identifierBase] as [string, '0'])) === row.result,
  'valid-versions':   (row) => String(semver.parse(row.version)?.prerelease) === String(row.prerelease),
  'invalid-versions': (row) => semver.valid(row.value, optionsOf(row)) === null && !isVersion(row.value),
}

function rangeOf(row: Row): string | null {
  const range = semver.validRange(row.range, optionsOf(row))
  return range === '' ? '*' : range
}

const rows = readCorpus<Row>('semver')

describe('npm’s own fixtures', withCorpus(rows), () => {
  test('are of kinds that are all looked at', () => {
    expect([...new Set(rows?.map(({ kind }) => kind))].filter((kind) => !(kind in AGREES))).toEqual([])
  })

  test.each(Object.entries(AGREES))('agree about %s', (kind, agrees) => {
    const own = (rows ?? []).filter((row) => row.kind === kind)

    expect(own.length).toBeGreaterThan(0)
    expect(own.filter((row) => !agrees(row))).toEqual([])
  })
})
