/**
 * Which Guildhall this is, and whether a SkillSet can run on it.
 *
 * Ground; also in the browser. Source: specification "Contracts" §6, Ranges; the sentence is its own.
 */
import semver from 'semver'

/** As in package.json; a test holds the two together. */
export const GUILDHALL_VERSION = '0.1.0'

/** Why a SkillSet with this `requires` cannot run here; undefined when it can, and for what is no range. */
export function whyNotOnRuntime(
  requires: string | undefined,
  current: string = GUILDHALL_VERSION,
): string | undefined {
  if (!requires || semver.validRange(requires) === null) return undefined
  // A pre-release of Guildhall 2 is a Guildhall 2 here.
  if (semver.satisfies(current, requires, { includePrerelease: true })) return undefined
  return `Skill requires Guildhall ${requires}, but current is ${current}`
}
