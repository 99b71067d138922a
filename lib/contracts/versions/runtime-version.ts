/** Checks `requires`. See docs/spec/contracts.md §6. */
import semver from 'semver'

/** Equals the version in package.json. */
export const GUILDHALL_VERSION = '0.1.0'

/** Returns undefined if it can run or `requires` is invalid. */
export function runtimeVersionError(
  requires: string | undefined,
  current: string = GUILDHALL_VERSION,
): string | undefined {
  if (!requires || semver.validRange(requires) === null) return undefined
  // A pre-release of Guildhall 2 counts as Guildhall 2.
  if (semver.satisfies(current, requires, { includePrerelease: true })) return undefined
  return `Skill requires Guildhall ${requires}, but current is ${current}`
}
