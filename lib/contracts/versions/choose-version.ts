/** Chooses the requested, else the installed, else the latest version. See docs/spec/execution.md §1. */
import { compareVersions, isPrerelease, majorOf } from './version-number.ts'
import { isInRange, openMajor, parseRange } from './version-range.ts'
import { LIVE_STATES, type VersionState } from './version-states.ts'

type Candidate = { id: string; number: string; state: VersionState }

export type Migrating = Candidate & { migratesFrom: readonly string[] }

export function newestFirst<Each extends { number: string }>(versions: readonly Each[]): Each[] {
  return [...versions].sort((a, b) => compareVersions(b.number, a.number))
}

/**
 * Chooses exact versions even if yanked. The latest is the newest published release, else the newest deprecated one,
 * else a published pre-release, else any.
 */
export function chooseVersion<Each extends Candidate>(
  versions: readonly Each[],
  number?: string,
): Each | undefined {
  if (number !== undefined) return versions.find((each) => each.number === number) ?? bestIn(versions, number)
  return newestFirst(versions).toSorted((a, b) => stateRank(a) - stateRank(b))[0]
}

export function latestStable<Each extends Candidate>(versions: readonly Each[]): Each | undefined {
  return newestFirst(versions).find((version) => stateRank(version) === 0)
}

/** Published versions come before deprecated ones, then by number. */
export function versionsIn<Each extends Candidate>(versions: readonly Each[], range: string): Each[] {
  return newestFirst(versions.filter((each) => isLive(each) && isInRange(each.number, range))).toSorted(
    (a, b) => stateRank(a) - stateRank(b),
  )
}

export type MigrationStep<Each> = { from: string; version: Each }

type VersionRoute<Each> = { version: Each; from?: string; steps?: MigrationStep<Each>[] }

/** Newer majors reachable by migrations come first. Code of yanked versions must not run. */
export function versionsFor<Each extends Migrating>(
  versions: readonly Each[],
  range: string,
): VersionRoute<Each>[] {
  const from = openMajor(range)
  const own = versionsIn(versions, range).map((version) => ({ version }))
  if (from === undefined) return own
  const newer = newestFirst(versions).filter(({ number }) => majorOf(number) > Number(from))
  const between = newer.filter(isLive)
  const migrated = newer.flatMap((version) => {
    const steps = stateRank(version) === 0 ? migrationSteps(from, version, between) : undefined
    return steps ? { version, from, steps } : []
  })
  return [...migrated, ...own]
}

function bestIn<Each extends Candidate>(versions: readonly Each[], text: string): Each | undefined {
  const wanted = parseRange(text)
  if ('number' in wanted) return versions.find(({ number }) => number === wanted.number)
  return 'range' in wanted ? versionsIn(versions, wanted.range)[0] : undefined
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

/** Each step runs publisher code. */
const MAX_STEPS = 8

/** Returns the shortest: 3.x with a migration from 2 also accepts 1.x input if some 2.x does. `between`: best first. */
export function migrationSteps<Each extends Migrating>(
  from: string,
  target: Each,
  between: readonly Each[],
): MigrationStep<Each>[] | undefined {
  // Searches backwards from the target.
  let chains: MigrationStep<Each>[][] = stepsTo(target).map((step) => [step])
  const seen = new Set<string>()
  for (let count = 1; count <= MAX_STEPS; count++) {
    const whole = chains.find(([first]) => first?.from === from)
    if (whole) return whole
    const fresh = chains.filter(([first]) => first && !seen.has(first.from) && seen.add(first.from))
    chains = fresh.flatMap((chain) => {
      const makers = between.filter(({ number }) => isOfMajor(number, chain[0]?.from))
      return makers.flatMap((version) => stepsTo(version).map((step) => [step, ...chain]))
    })
  }
  return undefined
}

function stepsTo<Each extends Migrating>(version: Each): MigrationStep<Each>[] {
  return version.migratesFrom
    .filter((from) => Number(from) < majorOf(version.number))
    .map((from) => ({ from, version }))
}

function isOfMajor(number: string, major: string | undefined): boolean {
  return !isPrerelease(number) && majorOf(number) === Number(major)
}
