import semver from 'semver'
import { LIVE_STATES, type VersionState } from './version-states.ts'

export type Bump = 'major' | 'minor' | 'patch' | 'none'

export const BUMPS = ['none', 'patch', 'minor', 'major'] as const satisfies Bump[]

/** Allows a pre-release, but no "v", spaces or build metadata. */
export function isVersion(text: string): boolean {
  return semver.valid(text) === text
}

/** “~=1.4” is refused: Python means “>=1.4 <2” by it, and npm reads it as “~1.4”. */
export function isRange(text: string): boolean {
  return !text.includes('~=') && semver.validRange(text) !== null
}

export function compareVersions(a: string, b: string): number {
  return semver.compare(a, b)
}

export function majorOf(version: string): number {
  return semver.major(version)
}

export function isPrerelease(version: string): boolean {
  return semver.prerelease(version) !== null
}

/** Falls back to the highest pre-release, then to undefined. */
export function latestOf(versions: readonly string[]): string | undefined {
  const sorted = versions.filter(isVersion).toSorted(semver.rcompare)
  return sorted.find((version) => !isPrerelease(version)) ?? sorted[0]
}

/** Always returns a new number. */
export function bumpVersion(from: string, bump: Bump): string {
  return semver.inc(from, bump === 'none' ? 'patch' : bump) ?? from
}

/** A pre-release counts as its release: anything may follow 2.0.0-rc.1 up to 2.0.0. */
export function isBumpedAtLeast(from: string, to: string, bump: Bump): boolean {
  const release = `${semver.major(to)}.${semver.minor(to)}.${semver.patch(to)}`
  return semver.gt(to, from) && semver.gte(release, bumpVersion(from, bump))
}

export function largerBump(a: Bump, b: Bump): Bump {
  return BUMPS.indexOf(a) >= BUMPS.indexOf(b) ? a : b
}

type Known = { number: string; state: VersionState; reviewed: boolean }

// These may be submitted again with the same number.
const REUSABLE: readonly VersionState[] = ['DRAFT', 'CHANGES_REQUESTED']

/** Numbers in review, rejected, or ever published. See docs/spec/contracts.md §6. */
export function usedNumbers(versions: readonly Known[]): string[] {
  return versions.filter(({ state }) => !REUSABLE.includes(state)).map(({ number }) => number)
}

/** Returns one below `number`, so that 1.4.1 may follow 1.4.0 after 2.0.0, else the highest. */
export function baseVersion<Each extends Known>(versions: readonly Each[], number: string): Each | undefined {
  const live = versions
    .filter((version) => isLive(version) && !isPrerelease(version.number))
    .toSorted((a, b) => compareVersions(b.number, a.number))
  const below = isVersion(number)
    ? live.find((version) => compareVersions(version.number, number) < 0)
    : undefined
  return below ?? live[0]
}

/** Considers only approved versions, so that private changes are reviewed too. */
export function reviewedBase<Each extends Known>(
  versions: readonly Each[],
  number: string,
): Each | undefined {
  return baseVersion(
    versions.filter(({ reviewed }) => reviewed),
    number,
  )
}

function isLive({ state }: Known): boolean {
  return (LIVE_STATES as readonly VersionState[]).includes(state)
}
