/** Which version a caller gets: the requested, else the installed, else the latest one. See docs/spec/execution.md §1. */
import { compareVersions, isPrerelease, parseMajor } from './version-number.ts'
import { isInRange, openMajor, parseRange } from './version-range.ts'
import { LIVE_STATES, type VersionState } from './version-states.ts'

type Candidate = { id: string; number: string; state: VersionState }

export type Migrating = Candidate & { migratesFrom: readonly string[] }

export function sortNewestFirst<Each extends { number: string }>(versions: readonly Each[]): Each[] {
  return [...versions].sort((a, b) => compareVersions(b.number, a.number))
}

/**
 * Returns the version of a number, even if it is yanked, or the best in a range; without a request, the latest: the newest
 * published release, else the newest deprecated one, else a published pre-release, else any. Returns undefined if none fits.
 */
export function chooseVersion<Each extends Candidate>(
  versions: readonly Each[],
  requested?: string,
): Each | undefined {
  if (requested !== undefined)
    return versions.find((each) => each.number === requested) ?? findBest(versions, requested)
  return sortNewestFirst(versions).toSorted((a, b) => stateRank(a) - stateRank(b))[0]
}

/** Returns the newest published release; undefined if there is none. */
export function findLatestStable<Each extends Candidate>(versions: readonly Each[]): Each | undefined {
  return sortNewestFirst(versions).find((version) => stateRank(version) === 0)
}

/** Returns the live versions in a range: published ones before deprecated ones, newest first. */
export function listVersionsInRange<Each extends Candidate>(
  versions: readonly Each[],
  range: string,
): Each[] {
  return sortNewestFirst(versions.filter((each) => isLive(each) && isInRange(each.number, range))).toSorted(
    (a, b) => stateRank(a) - stateRank(b),
  )
}

export type MigrationStep<Each> = { from: string; version: Each }

type VersionRoute<Each> = { version: Each; from?: string; steps?: MigrationStep<Each>[] }

/**
 * Returns the versions that can run for a range, best first, with the migrations on the way. Newer majors that migrations
 * lead to come first. Migrations of yanked versions are not used, because their code must not run.
 */
export function listVersionRoutes<Each extends Migrating>(
  versions: readonly Each[],
  range: string,
): VersionRoute<Each>[] {
  const from = openMajor(range)
  const own = listVersionsInRange(versions, range).map((version) => ({ version }))
  if (from === undefined) return own
  const newer = sortNewestFirst(versions).filter(({ number }) => parseMajor(number) > Number(from))
  const between = newer.filter(isLive)
  const migrated = newer.flatMap((version) => {
    const steps = stateRank(version) === 0 ? findMigrationSteps(from, version, between) : undefined
    return steps ? { version, from, steps } : []
  })
  return [...migrated, ...own]
}

function findBest<Each extends Candidate>(versions: readonly Each[], text: string): Each | undefined {
  const request = parseRange(text)
  if ('number' in request) return versions.find(({ number }) => number === request.number)
  return 'range' in request ? listVersionsInRange(versions, request.range)[0] : undefined
}

function isLive({ state }: Candidate): boolean {
  return (LIVE_STATES as readonly VersionState[]).includes(state)
}

function stateRank({ number, state }: Candidate): number {
  const isStable = !isPrerelease(number)
  if (state === 'PUBLISHED') return isStable ? 0 : 2
  if (state === 'DEPRECATED') return isStable ? 1 : 3
  return 4
}

/** Limited because each step runs a publisher's code before the run itself. */
const MAX_STEPS = 8

/**
 * Returns the shortest chain of migrations from a major version to the target; undefined if there is none. With a migration
 * from 2, version 3.x also accepts input for 1.x if some 2.x does. `between` lists the versions whose migrations may be
 * used, best first.
 */
export function findMigrationSteps<Each extends Migrating>(
  from: string,
  target: Each,
  between: readonly Each[],
): MigrationStep<Each>[] | undefined {
  // Searches backwards from the target.
  let chains: MigrationStep<Each>[][] = listSteps(target).map((step) => [step])
  const seen = new Set<string>()
  for (let count = 1; count <= MAX_STEPS; count++) {
    const whole = chains.find(([first]) => first?.from === from)
    if (whole) return whole
    const fresh = chains.filter(([first]) => first && !seen.has(first.from) && seen.add(first.from))
    chains = fresh.flatMap((chain) => {
      const migrating = between.filter(({ number }) => isOfMajor(number, chain[0]?.from))
      return migrating.flatMap((version) => listSteps(version).map((step) => [step, ...chain]))
    })
  }
  return undefined
}

function listSteps<Each extends Migrating>(version: Each): MigrationStep<Each>[] {
  return version.migratesFrom
    .filter((from) => Number(from) < parseMajor(version.number))
    .map((from) => ({ from, version }))
}

function isOfMajor(number: string, major: string | undefined): boolean {
  return !isPrerelease(number) && parseMajor(number) === Number(major)
}
