/**
 * Which version a call or a page means.
 *
 * Ground. Source: specification "Execution", One run, many views: the version asked for, else what the
 * organisation has installed, else the latest; the answer names the version. "Contracts" §6, Migrations.
 */
import { type MigrationStep, migrationSteps } from './migration-steps.ts'
import { LIVE_STATES, type VersionState } from './version-moves.ts'
import { compareVersions, isPrerelease, majorOf } from './version-number.ts'
import { isInRange, openMajor, parseRange } from './version-range.ts'

type Candidate = { id: string; number: string; state: VersionState }

/** A version with the majors whose input its migrations take: ["1"]. */
export type Migrating = Candidate & { migratesFrom: readonly string[] }

/** Newest first by semantic-version precedence; does not change its argument. */
export function newestFirst<Each extends { number: string }>(versions: readonly Each[]): Each[] {
  return [...versions].sort((a, b) => compareVersions(b.number, a.number))
}

/**
 * Chooses among the versions a viewer may see; undefined when none fits.
 *
 * An exact number, and an installed version, are returned even when yanked, so that a page can say why it
 * is gone; whether it may run is for the caller to decide. A range means the best live version in it. The latest
 * is the newest published one that is no pre-release, else the newest deprecated one, else a published
 * pre-release, else whatever is left.
 */
export function chooseVersion<Each extends Candidate>(
  versions: readonly Each[],
  request: { number?: string; installedId?: string } = {},
): Each | undefined {
  const { number, installedId } = request
  if (number !== undefined) return versions.find((each) => each.number === number) ?? bestIn(versions, number)
  const installed = versions.find(({ id }) => id === installedId)
  return installed ?? newestFirst(versions).toSorted((a, b) => standing(a) - standing(b))[0]
}

/** The newest published version that is no pre-release: what the catalogue lists and upgrades move to. */
export function latestStable<Each extends Candidate>(versions: readonly Each[]): Each | undefined {
  return newestFirst(versions).find((version) => standing(version) === 0)
}

/** The live versions in a range, the best first: published before deprecated, then the highest. */
export function versionsIn<Each extends Candidate>(versions: readonly Each[], range: string): Each[] {
  return newestFirst(versions.filter((each) => isLive(each) && isInRange(each.number, range))).toSorted(
    (a, b) => standing(a) - standing(b),
  )
}

/** A version that callers of a range can be given; with `steps` when their input is for an older major. */
export type Way<Each> = { version: Each; from?: string; steps?: MigrationStep<Each>[] }

/**
 * The versions that callers of a range can be given, best first: newer majors that migrations lead to from `from`, then
 * the range's own. What was taken down is not passed through either: its code runs no more.
 */
export function versionsFor<Each extends Migrating>(versions: readonly Each[], range: string): Way<Each>[] {
  const from = openMajor(range)
  const own = versionsIn(versions, range).map((version) => ({ version }))
  if (from === undefined) return own
  const newer = newestFirst(versions).filter(({ number }) => majorOf(number) > Number(from))
  const between = newer.filter(isLive)
  const ways = newer.flatMap((version) => {
    const steps = standing(version) === 0 ? migrationSteps(from, version, between) : undefined
    return steps ? { version, from, steps } : []
  })
  return [...ways, ...own]
}

function bestIn<Each extends Candidate>(versions: readonly Each[], text: string): Each | undefined {
  const wanted = parseRange(text)
  if ('number' in wanted) return versions.find(({ number }) => number === wanted.number)
  return 'range' in wanted ? versionsIn(versions, wanted.range)[0] : undefined
}

function isLive({ state }: Candidate): boolean {
  return (LIVE_STATES as readonly VersionState[]).includes(state)
}

function standing({ number, state }: Candidate): number {
  const isStable = !isPrerelease(number)
  if (state === 'PUBLISHED') return isStable ? 0 : 2
  if (state === 'DEPRECATED') return isStable ? 1 : 3
  return 4
}
