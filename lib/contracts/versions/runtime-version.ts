/** The releases of Guildhall that a SkillSet `requires`. See docs/spec/contracts.md §6. */
import semver from 'semver'

/** Equals the version in package.json, which the browser does not load. A test compares them. */
export const GUILDHALL_VERSION = '1.0.0'

/** Returns why this release cannot run the SkillSet; undefined if it can, and for an invalid `requires`, which is reported elsewhere. */
export function runtimeVersionError(
  requires: string | undefined,
  current: string = GUILDHALL_VERSION,
): string | undefined {
  if (!requires || semver.validRange(requires) === null) return undefined
  // A pre-release of Guildhall 2 counts as Guildhall 2.
  if (semver.satisfies(current, requires, { includePrerelease: true })) return undefined
  return `Skill requires Guildhall ${requires}, but current is ${current}`
}
