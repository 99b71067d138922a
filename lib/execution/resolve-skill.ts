/** Which skill of which version a call means, and whether the caller may run it. Floor 3. */
import { type Context, requireSkillSet, requireViewer, type Viewer } from '../context.ts'
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { JsonSchema } from '../contract/json/json.ts'
import { paths } from '../contract/market/paths.ts'
import { parseSkillName, type SkillName } from '../contract/market/skill-name.ts'
import { versionNotices } from '../contract/version/version-notices.ts'
import { findCallable } from '../db/callable.ts'
import type { PublishedVersion } from '../db/published.ts'
import { AppError } from '../errors.ts'
import type { Tool } from '../tools/tool.ts'
import { chooseHolding } from './choose-holding.ts'
import type { Contract } from './contract-of.ts'
import type { Mode } from './judge.ts'
import type { MigrationSteps } from './migrate-through.ts'

/** One skill of one document, ready to be run by an organisation. */
export type Runnable = {
  /** publisher.skillset.skill */
  name: string
  publisher: string
  /** Null for code that was sent with the call, and for built-in tools. */
  skillSetId: string | null
  /** Null for a draft, and where there is no SkillSet. */
  versionId: string | null
  versionNumber: string
  mode: Mode
  document: SkillSetDocument
  skill: SkillDocument
  /** Present when it is a built-in tool: it is performed here instead of in the box. */
  tool?: Tool
  /** When it is another than the document's. */
  contract?: Contract
  /** Whose run it is, whose config is used and whose place in line is taken. */
  organisation: { id: string; name: string }
  /** Runs of that organisation that waited when this was looked up. */
  inLine?: number
  /** The caller belongs to the publisher and may see the details of a failure. */
  isPublisher: boolean
  /** The organisation that runs it publishes it too: it costs nothing. */
  isOwn: boolean
  /** The caller would earn by it, whatever organisation they run it for: it costs nothing, and that is all. */
  isEarner?: boolean
  /** No admin has approved this code, and it is not the own code of the organisation that runs it. */
  isUnreviewed: boolean
  /** For a caller of an older major version: their input, which `before` took, goes through these steps first. */
  migration?: { from: string; before?: JsonSchema; steps: MigrationSteps }
  /** What the caller is told of the version, a sentence each. */
  notices?: string[]
}

/** One of a published version. */
export type PublishedRunnable = Runnable & { skillSetId: string; versionId: string }

/**
 * Finds the published skill that `name` and `version` mean to this caller: the version asked for, which may be a
 * range, else what the organisation has installed, else the latest.
 *
 * Throws UNAUTHENTICATED for visitors, NOT_FOUND for what is not there or private to others, POLICY_DENIED
 * for a version that was taken down.
 */
export async function resolveSkill(ctx: Context, asked: AskedSkill): Promise<PublishedRunnable> {
  const { publisher, skillSet } = parseSkillName(asked.name) ?? {}
  if (publisher && skillSet) requireSkillSet(ctx, `${publisher}.${skillSet}`)
  return resolveSkillFor(ctx.db, { ...requireViewer(ctx), hasKey: ctx.keyId !== undefined }, asked)
}

export type AskedSkill = { name: unknown; version?: string }
type Caller = Pick<Viewer, 'userId' | 'organisationId' | 'organisationName'> & { hasKey?: boolean }

/** The same for a caller who is not there any more: a run that waits is asked about again. */
export async function resolveSkillFor(
  db: Context['db'],
  caller: Caller,
  { name, version: number }: AskedSkill,
): Promise<PublishedRunnable> {
  const wanted = parseSkillName(name)
  const place = wanted && { publisher: wanted.publisher, skillset: wanted.skillSet }
  const withinId = caller.hasKey ? caller.organisationId : undefined
  const { userId, organisationId } = caller
  const found = place && (await findCallable(db, place, { userId, organisationId, withinId }))
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no skill called “${String(name)}”.` })

  const { skillSet, isOwner, isEarner, waiting: inLine } = found
  const chosen = await chooseHolding(db, { ...found, organisationId, number }, wanted.skill)
  if (!chosen) throw notFound(wanted, number)
  const { version, document, skill, migration, waiting } = chosen
  if (version.state === 'YANKED') throw takenDown(wanted, version)

  return {
    name: `${wanted.publisher}.${wanted.skillSet}.${wanted.skill}`,
    publisher: wanted.publisher,
    skillSetId: skillSet.id,
    versionId: version.id,
    versionNumber: version.number,
    mode: 'production',
    document,
    skill,
    organisation: { id: organisationId, name: caller.organisationName },
    inLine,
    isPublisher: isOwner,
    isOwn: skillSet.publisher.organisationId === organisationId,
    isEarner,
    isUnreviewed: !version.reviewed && skillSet.publisher.organisationId !== organisationId,
    ...(migration && { migration }),
    notices: versionNotices(version, waiting?.number),
  }
}

function notFound({ skill, skillSet, publisher }: SkillName, number: string | undefined): AppError {
  const set = `${publisher}.${skillSet}`
  const message = number
    ? `No version of ${set} that is “${number}” has a skill called “${skill}”.`
    : `${set} has no skill called “${skill}”.`
  return new AppError('NOT_FOUND', { message })
}

function takenDown({ publisher, skillSet }: SkillName, version: PublishedVersion): AppError {
  const reason = version.yankReason ? `: ${version.yankReason}` : '.'
  return new AppError('POLICY_DENIED', {
    message: `Version ${version.number} of ${publisher}.${skillSet} was taken down${reason}`,
    suggestedAction: 'Choose another version.',
    href: paths.skillSet(publisher, skillSet),
  })
}
