import semver from 'semver'
import { LIVE_STATES, type VersionState } from './version-states.ts'

export type Bump = 'major' | 'minor' | 'patch' | 'none'

export const BUMPS = ['none', 'patch', 'minor', 'major'] as const satisfies Bump[]

/** Whether the text is a version number. Allows a pre-release, but no "v", spaces or build metadata. */
export function isVersion(text: string): boolean {
  return semver.valid(text) === text
}

/** Whether the text is a range of npm. Refuses “~=1.4”: Python means “>=1.4 <2” by it, and npm reads it as “~1.4”. */
export function isRange(text: string): boolean {
  return !text.includes('~=') && semver.validRange(text) !== null
}

export function compareVersions(a: string, b: string): number {
  return semver.compare(a, b)
}

export function parseMajor(version: string): number {
  return semver.major(version)
}

export function isPrerelease(version: string): boolean {
  return semver.prerelease(version) !== null
}

/** Returns the highest release, else the highest pre-release; undefined for an empty list. */
export function findLatest(versions: readonly string[]): string | undefined {
  const sorted = versions.filter(isVersion).toSorted(semver.rcompare)
  return sorted.find((version) => !isPrerelease(version)) ?? sorted[0]
}

/** Returns the next number. Bumps the patch for “none”, so that the number is always a new one. */
export function bumpVersion(from: string, bump: Bump): string {
  return semver.inc(from, bump === 'none' ? 'patch' : bump) ?? from
}

/** Whether `to` is at least the bump above `from`. A pre-release counts as its release: 2.0.0-rc.1 satisfies a major bump. */
export function isBumpedAtLeast(from: string, to: string, bump: Bump): boolean {
  const release = `${semver.major(to)}.${semver.minor(to)}.${semver.patch(to)}`
  return semver.gt(to, from) && semver.gte(release, bumpVersion(from, bump))
}

export function largerBump(a: Bump, b: Bump): Bump {
  return BUMPS.indexOf(a) >= BUMPS.indexOf(b) ? a : b
}

type KnownVersion = { number: string; state: VersionState; reviewed: boolean }

/** Versions in these states may be submitted again with the same number. */
const REUSABLE: readonly VersionState[] = ['DRAFT', 'CHANGES_REQUESTED']

/** Returns the numbers in review, rejected, or ever published. See docs/spec/contracts.md §6. */
export function listUsedNumbers(versions: readonly KnownVersion[]): string[] {
  return versions.filter(({ state }) => !REUSABLE.includes(state)).map(({ number }) => number)
}

/**
 * Returns the version that one with `number` is compared with: the highest live release below it, so that 1.4.1 may follow
 * 1.4.0 after 2.0.0, else the highest. Returns undefined if nothing is live.
 */
export function findBaseVersion<Each extends KnownVersion>(
  versions: readonly Each[],
  number: string,
): Each | undefined {
  const live = versions
    .filter((version) => isLive(version) && !isPrerelease(version.number))
    .toSorted((a, b) => compareVersions(b.number, a.number))
  const below = isVersion(number)
    ? live.find((version) => compareVersions(version.number, number) < 0)
    : undefined
  return below ?? live[0]
}

/** Finds the base among approved versions only, so that what changed in private ones is reviewed too. */
export function findReviewedBase<Each extends KnownVersion>(
  versions: readonly Each[],
  number: string,
): Each | undefined {
  return findBaseVersion(
    versions.filter(({ reviewed }) => reviewed),
    number,
  )
}

function isLive({ state }: KnownVersion): boolean {
  return (LIVE_STATES as readonly VersionState[]).includes(state)
}
