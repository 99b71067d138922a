/** Which majors a draft could take input from. Pure. */
import type { VersionState } from '#lib/contract/version/version-moves.ts'
import { isPrerelease, isVersion, majorOf } from '#lib/contract/version/version-number.ts'

type Known = { number: string; state: VersionState }

/** Majors with a release that can be run, below the draft's own; the nearest first. */
export function earlierMajors(versions: readonly Known[], number: string): string[] {
  const own = isVersion(number) ? majorOf(number) : Number.POSITIVE_INFINITY
  const live = versions.filter(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED')
  const majors = live
    .filter((each) => isVersion(each.number) && !isPrerelease(each.number))
    .map((each) => majorOf(each.number))
  return [...new Set(majors)]
    .filter((major) => major < own)
    .sort((a, b) => b - a)
    .map(String)
}
