/** Which version a call means, of those that hold its skill. Floor 3. */
import type { Context } from '../context.ts'
import { chooseVersion } from '../contract/version/choose-version.ts'
import { parseRange } from '../contract/version/version-range.ts'
import type { InstallRow } from '../db/installs.ts'
import type { PublishedVersion, Visible } from '../db/published.ts'
import { documentOf } from '../db/published-document.ts'
import { followRange, type Resolved, resolveInstall, runnableBy } from '../installs/resolve-install.ts'
import { contractOf } from './contract-of.ts'
import type { MigrationStep } from './migrate-through.ts'

/** What a caller may see of a SkillSet, what their organisation follows, and what they asked for. */
type Query = Visible & { organisationId: string; install: InstallRow | null; number?: string }

/**
 * The version that is meant, among those that hold the skill: the number or range asked for, else what is installed,
 * else the latest. Null when there is none.
 */
export async function chooseHolding(db: Context['db'], query: Query, slug: string) {
  let left = query.versions
  while (left.length > 0) {
    const choice = await choose(db, { ...query, versions: left })
    if (!choice) return null
    const document = await documentOf(db, choice.version.id)
    const skill = document?.skills.find((each) => each.slug === slug)
    const steps = await stepsOf(db, choice, slug)
    if (document && skill && steps) {
      const before = await parametersOf(db, choice.before, slug)
      const [first, ...rest] = steps
      const migration = first && { from: first.from, before, steps: [first, ...rest] as const }
      return { ...choice, document, skill, migration }
    }
    left = left.filter(({ id }) => id !== choice.version.id)
  }
  return null
}

/** The migrations to be followed; null when a version on the way has not got the skill. */
async function stepsOf(
  db: Context['db'],
  { steps = [] }: Resolved,
  slug: string,
): Promise<MigrationStep[] | null> {
  const found = await Promise.all(
    steps.map(async ({ from, version }) => {
      const document = await documentOf(db, version.id)
      const definition = document?.migrations?.find((each) => each.from === from)?.definition
      const takes = await parametersOf(db, version, slug)
      return definition !== undefined && takes ? { from, to: version.number, definition, takes } : null
    }),
  )
  const whole = found.filter((step) => step !== null)
  return whole.length === steps.length ? whole : null
}

/** What the skill took in that version; undefined when it was not in it. */
async function parametersOf(db: Context['db'], version: PublishedVersion | undefined, slug: string) {
  const document = version && (await documentOf(db, version.id))
  const skill = document?.skills.find((each) => each.slug === slug)
  return document && skill ? contractOf(document, skill).parameters : undefined
}

async function choose(db: Context['db'], query: Query): Promise<Resolved | null> {
  const { versions, skillSet, organisationId, install, number } = query
  const runnable = runnableBy(organisationId, skillSet, versions)
  if (number !== undefined) {
    const exact = versions.find((each) => each.number === number)
    if (exact) return { version: exact }
    const asked = parseRange(number)
    if ('range' in asked) return (await followRange(db, runnable, asked.range))[0] ?? null
    return 'number' in asked ? resolved(versions.find((each) => each.number === asked.number)) : null
  }
  return (install && (await resolveInstall(db, install, runnable))) ?? resolved(chooseVersion(versions))
}

function resolved(version: PublishedVersion | undefined): Resolved | null {
  return version ? { version } : null
}
