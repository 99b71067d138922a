import { requireNameWithinKey } from '../../auth/name-within-key.ts'
import { accessibleOrganisationIds, type Context, requireViewer, type Viewer } from '../../context/context.ts'
import { chooseVersion } from '../../contracts/versions/choose-version.ts'
import { parseRange } from '../../contracts/versions/version-range.ts'
import { versionNotices } from '../../contracts/versions/version-states.ts'
import { requireUnrestricted } from '../../installs/require-unrestricted.ts'
import {
  listVersionsInRange,
  type ResolvedInstall,
  resolveInstall,
  runnableBy,
} from '../../installs/resolve-install.ts'
import type { InstallRow } from '../../installs/rows/installs.ts'
import { AppError } from '../../kernel/errors.ts'
import { formatSkillName, parseSkillName, type SkillName } from '../../kernel/names/skill-name.ts'
import { paths } from '../../kernel/site/paths.ts'
import { findCallableSkillSet } from '../../publishing/rows/callable-skill-set.ts'
import type { PublishedVersion, VisibleSkillSet } from '../../publishing/rows/published-versions.ts'
import { findPublishedDocument } from '../../publishing/rows/versions.ts'
import { requireConsentedVersionForKey } from '../../toolsets/toolset-access.ts'
import { contractOf } from './contract-of.ts'
import { resolvedBefore } from './resolved-before.ts'
import type { InputMigrationStep, PublishedRunnable } from './runnable.ts'

/**
 * Returns the requested version or range, else the installed one, else the latest. Throws UNAUTHENTICATED for
 * visitors, NOT_FOUND if it does not exist or is private, POLICY_DENIED if the version was taken down, the SkillSet
 * is suspended or the key does not cover it, and CONFLICT if the key's toolset withholds it.
 */
export async function resolveSkill(ctx: Context, asked: SkillRequest): Promise<PublishedRunnable> {
  const wanted = parseSkillName(asked.name)
  if (wanted) {
    const name = await requireNameWithinKey(ctx, formatSkillName(wanted))
    await requireConsentedVersionForKey(ctx, name, asked.version)
  }
  const caller = { ...requireViewer(ctx), withinIds: accessibleOrganisationIds(ctx) }
  const resolve = () => resolveSkillFor(ctx.db, caller, asked)
  return wanted
    ? resolvedBefore(ctx, caller, { name: formatSkillName(wanted), version: asked.version }, resolve)
    : resolve()
}

export type SkillRequest = { name: unknown; version?: string }
type Caller = Pick<Viewer, 'userId' | 'organisationId' | 'organisationName'> & {
  withinIds?: readonly string[] | undefined
}

export async function resolveSkillFor(
  db: Context['db'],
  caller: Caller,
  { name, version: number }: SkillRequest,
): Promise<PublishedRunnable> {
  const wanted = parseSkillName(name)
  const ref = wanted && { publisher: wanted.publisher, skillset: wanted.skillSet }
  const { userId, organisationId, withinIds } = caller
  const found = ref && (await findCallableSkillSet(db, ref, { userId, organisationId, withinIds }))
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no skill called “${String(name)}”.` })

  const { skillSet, names, isOwner, isPublisherAdmin, retentionDays } = found
  requireUnrestricted(skillSet, { isUser: isOwner || found.install !== null })
  const publisher = skillSet.publisher.handle
  const chosen = await chooseVersionWithSkill(db, { ...found, organisationId, number }, wanted.skill)
  if (!chosen) throw versionNotFoundError(wanted, number)
  const { version, document, skill, migration, waiting } = chosen
  if (version.state === 'YANKED') throw yankedError(wanted, version)

  return {
    name: `${publisher}.${skillSet.slug}.${wanted.skill}`,
    publisher,
    names,
    skillSetId: skillSet.id,
    versionId: version.id,
    versionNumber: version.number,
    mode: 'production',
    document,
    skill,
    organisation: { id: organisationId, name: caller.organisationName },
    ownerId: skillSet.publisher.organisationId,
    retentionDays,
    isPublisherMember: isOwner,
    isPublisherOrganisation: skillSet.publisher.organisationId === organisationId,
    isPublisherAdmin,
    isApproved: version.reviewed,
    ...(migration && { migration }),
    notices: versionNotices(version, waiting?.number),
  }
}

function versionNotFoundError(
  { skill, skillSet, publisher }: SkillName,
  number: string | undefined,
): AppError {
  const set = `${publisher}.${skillSet}`
  const message = number
    ? `No version of ${set} that matches “${number}” has a skill called “${skill}”.`
    : `${set} has no skill called “${skill}”.`
  return new AppError('NOT_FOUND', { message })
}

function yankedError({ publisher, skillSet }: SkillName, version: PublishedVersion): AppError {
  const reason = version.yankReason ? `: ${version.yankReason}` : '.'
  return new AppError('POLICY_DENIED', {
    message: `Version ${version.number} of ${publisher}.${skillSet} was taken down${reason}`,
    suggestedAction: 'Choose another version.',
    href: paths.skillSet(publisher, skillSet),
  })
}

type Query = VisibleSkillSet & { organisationId: string; install: InstallRow | null; number?: string }

async function chooseVersionWithSkill(db: Context['db'], query: Query, slug: string) {
  let remaining = query.versions
  while (remaining.length > 0) {
    const choice = await choose(db, { ...query, versions: remaining })
    if (!choice) return null
    const document = await findPublishedDocument(db, choice.version.id)
    const skill = document?.skills.find((each) => each.slug === slug)
    const steps = await stepsOf(db, choice, slug)
    if (document && skill && steps) {
      const before = await parametersOf(db, choice.before, slug)
      const [first, ...rest] = steps
      const migration = first && { from: first.from, before, steps: [first, ...rest] as const }
      return { ...choice, document, skill, migration }
    }
    remaining = remaining.filter(({ id }) => id !== choice.version.id)
  }
  return null
}

/** Returns null if a version on the path lacks the skill. */
async function stepsOf(
  db: Context['db'],
  { steps = [] }: ResolvedInstall,
  slug: string,
): Promise<InputMigrationStep[] | null> {
  const found = await Promise.all(
    steps.map(async ({ from, version }) => {
      const document = await findPublishedDocument(db, version.id)
      const definition = document?.migrations?.find((each) => each.from === from)?.definition
      const takes = await parametersOf(db, version, slug)
      const isApproved = version.reviewed
      return definition !== undefined && takes
        ? { from, to: version.number, definition, isApproved, takes }
        : null
    }),
  )
  const whole = found.filter((step) => step !== null)
  return whole.length === steps.length ? whole : null
}

async function parametersOf(db: Context['db'], version: PublishedVersion | undefined, slug: string) {
  const document = version && (await findPublishedDocument(db, version.id))
  const skill = document?.skills.find((each) => each.slug === slug)
  return document && skill ? contractOf(document, skill).parameters : undefined
}

async function choose(db: Context['db'], query: Query): Promise<ResolvedInstall | null> {
  const { versions, skillSet, organisationId, install, number } = query
  const runnable = runnableBy(organisationId, skillSet, versions)
  if (number !== undefined) {
    const exact = versions.find((each) => each.number === number)
    if (exact) return { version: exact }
    const requested = parseRange(number)
    if ('range' in requested) return (await listVersionsInRange(db, runnable, requested.range))[0] ?? null
    return 'number' in requested ? resolved(versions.find((each) => each.number === requested.number)) : null
  }
  return (install && (await resolveInstall(db, install, runnable))) ?? resolved(chooseVersion(versions))
}

function resolved(version: PublishedVersion | undefined): ResolvedInstall | null {
  return version ? { version } : null
}
