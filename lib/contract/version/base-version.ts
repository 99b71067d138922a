/**
 * What a new version is measured against, and which numbers are spent.
 *
 * Ground. Source: specification "Contracts" §6: rejected and yanked numbers are never reused, and the new number
 * must be at least the bump that the difference to the last published version demands.
 */

import { LIVE_STATES, type VersionState } from './version-moves.ts'
import { compareVersions, isPrerelease, isVersion } from './version-number.ts'

type Known = { number: string; state: VersionState; reviewed: boolean }

// A number that only was a draft, was withdrawn or was sent back may be submitted again, as its next revision.
const REUSABLE: readonly VersionState[] = ['DRAFT', 'CHANGES_ASKED']

/** Numbers that cannot be submitted: in review, rejected, or published at any time. */
export function numbersTaken(versions: readonly Known[]): string[] {
  return versions.filter(({ state }) => !REUSABLE.includes(state)).map(({ number }) => number)
}

/**
 * The live release that `number` follows: the highest below it, so that 1.4.1 may follow 1.4.0 though 2.0.0 is
 * out. Below every release it is the highest of all, which such a number is too small for. Undefined when
 * nothing is live: yanked versions and pre-releases are nobody's measure.
 */
export function baseVersion<Each extends Known>(versions: readonly Each[], number: string): Each | undefined {
  const live = versions
    .filter((version) => isLive(version) && !isPrerelease(version.number))
    .toSorted((a, b) => compareVersions(b.number, a.number))
  const below = isVersion(number)
    ? live.find((version) => compareVersions(version.number, number) < 0)
    : undefined
  return below ?? live[0]
}

/**
 * The version a reviewer compares with: like `baseVersion`, but only among those an admin has approved. What
 * was published privately was read by nobody, so it must not hide what is in it.
 */
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
