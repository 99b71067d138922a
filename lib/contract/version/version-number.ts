/** Version numbers and ranges (semver). Ground; also in the browser. */
import semver from 'semver'

export type Bump = 'major' | 'minor' | 'patch' | 'none'

export const BUMPS = ['none', 'patch', 'minor', 'major'] as const satisfies Bump[]

/** MAJOR.MINOR.PATCH with an optional pre-release; no "v", no spaces, no build. */
export function isVersion(text: string): boolean {
  return semver.valid(text) === text
}

export function isRange(text: string): boolean {
  return semver.validRange(text) !== null
}

/** Below 0 when `a` comes first. */
export function compareVersions(a: string, b: string): number {
  return semver.compare(a, b)
}

/** The first of the three numbers. */
export function majorOf(version: string): number {
  return semver.major(version)
}

export function isPrerelease(version: string): boolean {
  return semver.prerelease(version) !== null
}

/** The highest release, else the highest pre-release; undefined when there is none. */
export function latestOf(versions: readonly string[]): string | undefined {
  const sorted = versions.filter(isVersion).toSorted(semver.rcompare)
  return sorted.find((version) => !isPrerelease(version)) ?? sorted[0]
}

/** The smallest number that is at least `bump` above `from`; a new version always has a new number. */
export function bumped(from: string, bump: Bump): string {
  return semver.inc(from, bump === 'none' ? 'patch' : bump) ?? from
}

/**
 * Whether `to` is new and at least `bump` above `from`. A pre-release counts as the release it leads to: from
 * 2.0.0-rc.1, whose major was raised already, anything leads to 2.0.0.
 */
export function bumpedAtLeast(from: string, to: string, bump: Bump): boolean {
  const release = `${semver.major(to)}.${semver.minor(to)}.${semver.patch(to)}`
  return semver.gt(to, from) && semver.gte(release, bumped(from, bump))
}

/** The larger of the two. */
export function largerBump(a: Bump, b: Bump): Bump {
  return BUMPS.indexOf(a) >= BUMPS.indexOf(b) ? a : b
}
