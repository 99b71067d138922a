/**
 * Which version a call or a page means.
 *
 * Ground. Source: specification "Execution", One run, many views: the version asked for, else what the
 * organisation has installed, else the latest; the answer names the version.
 */
import type { VersionState } from './version-moves.ts'
import { compareVersions, isPrerelease } from './version-number.ts'

type Candidate = { id: string; number: string; state: VersionState }

/** Newest first by semantic-version precedence; does not change its argument. */
export function newestFirst<Each extends { number: string }>(versions: readonly Each[]): Each[] {
  return [...versions].sort((a, b) => compareVersions(b.number, a.number))
}

/**
 * Chooses among the versions a viewer may see; undefined when none fits.
 *
 * An exact number, and an installed version, are returned even when yanked, so that a page can say why it
 * is gone; whether it may run is for the caller to decide. The latest is the newest published one that is
 * no pre-release, else the newest deprecated one, else a published pre-release, else whatever is left.
 */
export function chooseVersion<Each extends Candidate>(
  versions: readonly Each[],
  wish: { number?: string; installedId?: string } = {},
): Each | undefined {
  if (wish.number !== undefined) return versions.find(({ number }) => number === wish.number)
  const installed = versions.find(({ id }) => id === wish.installedId)
  return installed ?? newestFirst(versions).toSorted((a, b) => standing(a) - standing(b))[0]
}

/** The newest published version that is no pre-release: what the catalogue lists and upgrades move to. */
export function latestStable<Each extends Candidate>(versions: readonly Each[]): Each | undefined {
  return newestFirst(versions).find((version) => standing(version) === 0)
}

function standing({ number, state }: Candidate): number {
  const isStable = !isPrerelease(number)
  if (state === 'PUBLISHED') return isStable ? 0 : 2
  if (state === 'DEPRECATED') return isStable ? 1 : 3
  return 4
}
