/** Which version of a skill, or which tool, a caller gets, and whether the caller may run it. */
import { requireNameWithinKey } from '../../auth/name-within-key.ts'
import {
  accessibleOrganisationIds,
  type Context,
  requireScope,
  requireSkillSet,
  requireViewer,
  type Viewer,
} from '../../context/context.ts'
import { matchesRequest, parseRange } from '../../contracts/versions/version-range.ts'
import { versionNotices } from '../../contracts/versions/version-states.ts'
import {
  requireNotPaused,
  requireNotTakenDown,
  requireNotWithdrawn,
} from '../../contracts/versions/withdrawal.ts'
import {
  chooseLatest,
  offerVersions,
  requireOldEnough,
  type VersionOffer,
} from '../../installs/offer-versions.ts'
import { requireUnrestricted } from '../../installs/require-unrestricted.ts'
import {
  listInstallableVersions,
  type ResolvedInstall,
  resolveInstall,
  runnableBy,
} from '../../installs/resolve-install.ts'
import type { InstallRow } from '../../installs/rows/installs.ts'
import { AppError } from '../../kernel/errors.ts'
import { formatSkillName, parseSkillName, type SkillName } from '../../kernel/names/skill-name.ts'
import { findCallableSkillSet } from '../../publishing/rows/callable-skill-set.ts'
import type { PublishedVersion, VisibleSkillSet } from '../../publishing/rows/published-versions.ts'
import { findPublishedDocument } from '../../publishing/rows/versions.ts'
import type { BuiltInTool } from '../../tools/definition/built-in-tool.ts'
import { findToolSkill } from '../../tools/tool-skill.ts'
import { requireConsentedVersionForKey } from '../../toolsets/toolset-access.ts'
import { createCallContext } from './create-run-context.ts'
import type { InputMigrationStep, PublishedRunnable, RecordedRun, Runnable } from './runnable.ts'
import { buildContract } from './runnable.ts'

export type SkillRequest = {
  /** Untrusted: "publisher.skillset.skill", or a tool's name. */
  name: unknown
  /** A version or a range such as "^1.2"; undefined for the installed version, else the latest. */
  version?: string
  /** True to only look at it: a version in quarantine, or recalled, is returned, too. */
  isForReading?: boolean
}

/** Resolves a tool, or else a skill. Throws as `resolveTool` and `resolveSkill`. */
export async function resolveRunnable(ctx: Context, request: SkillRequest): Promise<Runnable> {
  const tool = await resolveTool(ctx, request)
  return tool ? requireToolVersion(tool, request.version) : resolveSkill(ctx, request)
}

/**
 * Returns the requested version or range, else the installed one, else the latest. Throws UNAUTHENTICATED for
 * visitors, NOT_FOUND if it does not exist or is private, POLICY_DENIED if the version was taken down, the SkillSet
 * is suspended or the key does not cover it, SKILL_QUARANTINED, SKILL_RECALLED, and CONFLICT if the key's toolset
 * withholds it.
 */
export async function resolveSkill(ctx: Context, request: SkillRequest): Promise<PublishedRunnable> {
  const skillName = parseSkillName(request.name)
  let toolsetVersionId: string | null | undefined
  if (skillName) {
    const name = await requireNameWithinKey(ctx, formatSkillName(skillName))
    toolsetVersionId = (await requireConsentedVersionForKey(ctx, name, request.version))?.versionId
  }
  const caller = { ...requireViewer(ctx), withinIds: accessibleOrganisationIds(ctx), toolsetVersionId }
  return resolveSkillFor(ctx.db, caller, request)
}

type Caller = Pick<Viewer, 'userId' | 'organisationId' | 'organisationName'> & {
  withinIds?: readonly string[] | undefined
  /** For a key with a toolset: the version agreed to there. */
  toolsetVersionId?: string | null | undefined
}

/** Resolves for any caller, also for a visitor, without the limits of a key. Throws as `resolveSkill`. */
export async function resolveSkillFor(
  db: Context['db'],
  caller: Caller,
  { name, version: number, isForReading = false }: SkillRequest,
): Promise<PublishedRunnable> {
  const skillName = parseSkillName(name)
  const ref = skillName && { publisher: skillName.publisher, skillset: skillName.skillSet }
  const { userId, organisationId, withinIds, toolsetVersionId } = caller
  const found = ref && (await findCallableSkillSet(db, ref, { userId, organisationId, withinIds }))
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no skill called “${String(name)}”.` })

  const { skillSet, names, isOwner, isPublisherAdmin, retentionDays, reader } = found
  requireUnrestricted(skillSet, { isUser: isOwner || found.install !== null })
  const publisher = skillSet.publisher.handle
  const { held } = await offerVersions(db, reader, skillSet, found.versions, { toolsetVersionId })
  const query = { ...found, organisationId, number, held }
  const chosen = await chooseVersionWithSkill(db, query, skillName.skill)
  if (!chosen) throw versionNotFoundError(skillName, number)
  const { version, document, skill, migration, waiting } = chosen
  const isWithdrawn = version.withdrawal !== null
  if (!isForReading) requireNotWithdrawn(`${publisher}.${skillSet.slug}`, version, found.versions)
  if (!(isForReading && isWithdrawn)) requireNotTakenDown(skillName, version)
  if (!isForReading) requireNotPaused(skillName, version)
  if (!isForReading && version.number !== number)
    requireOldEnough(skillName, version, { held, agreedIds: [found.install?.versionId, toolsetVersionId] })

  return {
    name: `${publisher}.${skillSet.slug}.${skillName.skill}`,
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
    agreesToReplays: found.agreesToReplays,
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

type Query = VisibleSkillSet & {
  organisationId: string
  install: InstallRow | null
  number?: string | undefined
  held: VersionOffer['held']
}

async function chooseVersionWithSkill(db: Context['db'], query: Query, slug: string) {
  let remaining = query.versions
  while (remaining.length > 0) {
    const choice = await choose(db, { ...query, versions: remaining })
    if (!choice) return null
    const document = await findPublishedDocument(db, choice.version.id)
    const skill = document?.skills.find((each) => each.slug === slug)
    const steps = await readMigrationSteps(db, choice, slug)
    if (document && skill && steps) {
      const before = await readParameters(db, choice.before, slug)
      const [first, ...rest] = steps
      const migration = first && { from: first.from, before, steps: [first, ...rest] as const }
      return { ...choice, document, skill, migration }
    }
    remaining = remaining.filter(({ id }) => id !== choice.version.id)
  }
  return null
}

/**
 * Returns the migrations from the caller's major to the chosen version; null if a version on the path lacks the skill.
 */
async function readMigrationSteps(
  db: Context['db'],
  { steps = [] }: ResolvedInstall,
  slug: string,
): Promise<InputMigrationStep[] | null> {
  const found = await Promise.all(
    steps.map(async ({ from, version }) => {
      const document = await findPublishedDocument(db, version.id)
      const definition = document?.migrations?.find((step) => step.from === from)?.definition
      const takes = await readParameters(db, version, slug)
      const isApproved = version.reviewed
      return definition !== undefined && takes
        ? { from, to: version.number, definition, isApproved, takes }
        : null
    }),
  )
  const whole = found.filter((step) => step !== null)
  return whole.length === steps.length ? whole : null
}

async function readParameters(db: Context['db'], version: PublishedVersion | undefined, slug: string) {
  const document = version && (await findPublishedDocument(db, version.id))
  const skill = document?.skills.find((each) => each.slug === slug)
  return document && skill ? buildContract(document, skill).parameters : undefined
}

async function choose(db: Context['db'], query: Query): Promise<ResolvedInstall | null> {
  const { versions, skillSet, organisationId, install, number, held } = query
  const runnable = { versions: runnableBy(organisationId, skillSet, versions), held }
  if (number !== undefined) {
    const exact = versions.find((version) => version.number === number)
    if (exact) return { version: exact }
    const requested = parseRange(number)
    if ('range' in requested) return (await listInstallableVersions(db, runnable, requested.range))[0] ?? null
    return 'number' in requested
      ? resolved(versions.find((version) => version.number === requested.number))
      : null
  }
  return (
    (install && (await resolveInstall(db, install, runnable))) ?? resolved(chooseLatest({ versions, held }))
  )
}

function resolved(version: PublishedVersion | undefined): ResolvedInstall | null {
  return version ? { version } : null
}

export type RunnableTool = Runnable & { tool: BuiltInTool; skillSetId: null; versionId: null }

/**
 * Returns null if it is not a tool's name. `isPart` means that the call comes from a permitted run, so the key's
 * SkillSets do not matter. Throws UNAUTHENTICATED, POLICY_DENIED for a key without access, and CONFLICT if its
 * toolset withholds the tool.
 */
export async function resolveTool(
  ctx: Context,
  { name }: { name: unknown },
  { isPart = false } = {},
): Promise<RunnableTool | null> {
  const found = findToolSkill(name)
  if (!found) return null
  const { tool, skill, document } = found
  const { organisationId, organisationName } = requireViewer(ctx)
  if (!isPart) requireSkillSet(ctx, document.slug, found.name)
  requireToolScope(ctx, tool)
  if (!isPart) await requireConsentedVersionForKey(ctx, found.name)
  return {
    name: found.name,
    publisher: document.slug,
    skillSetId: null,
    versionId: null,
    versionNumber: document.version,
    mode: 'production',
    document,
    skill,
    tool,
    // A tool's output needs nothing but its schema.
    contract: { ...buildContract(document, skill), rules: { messageRequired: false } },
    organisation: { id: organisationId, name: organisationName },
    isPublisherMember: false,
    isPublisherOrganisation: false,
    isApproved: true,
  }
}

/** Returns the tool. Throws NOT_FOUND if any version but the server's is requested. */
export function requireToolVersion(tool: RunnableTool, version: string | undefined): RunnableTool {
  const { name, versionNumber } = tool
  if (version === undefined || matchesRequest(versionNumber, version)) return tool
  throw new AppError('NOT_FOUND', {
    message: `${name} is built in, in version ${versionNumber}. No version matches “${version}”.`,
  })
}

/** Requires the scope "run" for a skill; a tool decides its own scopes when it is resolved. Throws POLICY_DENIED. */
export function requireRunScope(ctx: Context, name: unknown): void {
  if (!findToolSkill(name)) requireScope(ctx, 'run')
}

/** Also checks a tool's scopes, for calls that are refused before they are answered. Throws POLICY_DENIED. */
export function requireCallScope(ctx: Context, name: unknown): void {
  const found = findToolSkill(name)
  if (found) requireToolScope(ctx, found.tool)
  else requireScope(ctx, 'run')
}

/** Reading tools need "read" or "run"; all others also need "write". */
function requireToolScope(ctx: Context, { riskLevel }: BuiltInTool): void {
  if (riskLevel === 'read-only') {
    requireScope(ctx, 'read', 'run')
  } else {
    requireScope(ctx, 'run')
    requireScope(ctx, 'write')
  }
}

type Declared = { runnable: Runnable; isSibling: true } | { runnable: PublishedRunnable; isSibling: false }

/** Returns the skills that the document declares in `permissions.skills`; [] for none. */
export function declaredSkills({ document }: Runnable): { name: string; range: string | undefined }[] {
  return (document.permissions?.skills ?? []).map((entry) => {
    const { name, version: range } = readDeclared(entry)
    return { name, range }
  })
}

/** Parses "publisher.skillset.skill@range", whose range is optional. */
export function readDeclared(entry: string): { name: string; version?: string } {
  const [name = '', version] = entry.split('@')
  return { name, ...(version && { version }) }
}

/**
 * Returns a sibling in the same version or draft, else resolves as for any caller. Returns null if it is not
 * declared. Throws as `resolveSkill`.
 */
export async function findDeclaredSkill(
  caller: Pick<RecordedRun, 'acting' | 'runnable'>,
  name: string,
): Promise<Declared | null> {
  const declared = declaredSkills(caller.runnable).find((skill) => skill.name === name)
  if (!declared) return null
  const sibling = findSibling(caller.runnable, name)
  if (sibling) return { runnable: sibling, isSibling: true }
  const { range } = declared
  const runnable = await resolveSkill(createCallContext(caller), { name, ...(range && { version: range }) })
  return { runnable, isSibling: false }
}

/** Returns the skill `name` of the same draft or version; undefined if it has none. */
export function findSibling(runnable: Runnable, name: string): Runnable | undefined {
  const skillName = parseSkillName(name)
  const { publisher, document, names = [`${publisher}.${document.slug}`] } = runnable
  if (!skillName || !names.includes(`${skillName.publisher}.${skillName.skillSet}`)) return undefined
  const skill = document.skills.find((each) => each.slug === skillName.skill)
  if (!skill) return undefined
  const { migration, notices, ...rest } = runnable
  const skillSet = runnable.name.slice(0, runnable.name.lastIndexOf('.'))
  return { ...rest, name: `${skillSet}.${skill.slug}`, skill }
}
