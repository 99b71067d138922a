/**
 * What installing or changing a version would mean, before anybody agrees to it.
 *
 * Floor 3. Running needs no install; an install pins the version an organisation runs until it says otherwise.
 */
import type { Context, Viewer } from '../context.ts'
import { requireViewer } from '../context.ts'
import { changesBetween } from '../contract/changes/changes.ts'
import { missingConfig } from '../contract/document/config-values.ts'
import { newPermissions, type PermissionLine } from '../contract/document/permission-words.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { chooseVersion } from '../contract/version/choose-version.ts'
import { LIVE_STATES, type VersionState } from '../contract/version/version-moves.ts'
import { listConfigValues } from '../db/config-values.ts'
import { findInstall } from '../db/installs.ts'
import {
  findDocuments,
  findVisible,
  type PublishedVersion,
  type SkillSetRef,
  type SkillSetRow,
} from '../db/published.ts'
import { AppError } from '../errors.ts'

export type PlannedVersion = { id: string; number: string }

export type PlannedChange = {
  /** Null when nothing is installed yet. */
  from: PlannedVersion | null
  to: PlannedVersion
  /** What the publisher wrote about it. */
  changelog: string
  changes: { sentence: string; breaking: boolean; area: string }[]
  /** Has to be agreed to: all permissions of a first install, the new ones of an upgrade. */
  consents: PermissionLine[]
  /** Labels of required settings that will be missing. */
  missingConfig: string[]
}

/**
 * Plans the step from what is installed to `versionId`, or to the latest. Any member may ask.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND, and POLICY_DENIED for a version that was taken down.
 */
export async function whatChanges(
  ctx: Context,
  ref: SkillSetRef,
  versionId?: string,
): Promise<PlannedChange> {
  return (await planChange(ctx, requireViewer(ctx), ref, versionId)).plan
}

/** The plan with the rows it was made from, for the services that carry it out. */
export async function planChange(ctx: Context, viewer: Viewer, ref: SkillSetRef, versionId?: string) {
  const visible = await findVisible(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  const { skillSet, versions } = visible
  const place = { organisationId: viewer.organisationId, skillSetId: skillSet.id }
  const to = versionId ? versions.find(({ id }) => id === versionId) : chooseVersion(versions)
  if (!to) throw new AppError('NOT_FOUND', { message: 'There is no such version here.' })
  requireLive(skillSet, to)
  requireOwn(viewer, skillSet, to)

  const installed = await findInstall(ctx.db, place)
  const documents = await findDocuments(ctx.db, installed ? [to.id, installed.versionId] : [to.id])
  const after = documents.get(to.id)!
  const before = installed ? documents.get(installed.versionId)! : null
  const keys = (await listConfigValues(ctx.db, place)).map(({ key }) => key)
  const plan: PlannedChange = {
    from: installed && { id: installed.versionId, number: installed.number },
    to: { id: to.id, number: to.number },
    changelog: to.changelog,
    changes: changesBetween(before, after).changes.map(({ sentence, breaking, area }) => ({
      sentence,
      breaking,
      area,
    })),
    consents: newPermissions(before ?? { skills: [] }, after),
    missingConfig: labelsOf(after, missingConfig(after.configDefinitions ?? [], keys)),
  }
  return { plan, place, skillSet, name: `${skillSet.publisher.handle}.${skillSet.slug}` }
}

function requireLive({ name }: SkillSetRow, { number, state, yankReason }: PublishedVersion): void {
  if ((LIVE_STATES as readonly VersionState[]).includes(state)) return
  const reason = yankReason ? ` (${yankReason})` : ''
  throw new AppError('POLICY_DENIED', {
    message: `${name} ${number} was taken down${reason} and cannot be installed.`,
  })
}

// Otherwise members of this organisation would get what only those of the publisher's may see.
function requireOwn(
  viewer: Viewer,
  { publisher }: SkillSetRow,
  { number, visibility }: PublishedVersion,
): void {
  if (visibility === 'PUBLIC' || viewer.organisationId === publisher.organisationId) return
  throw new AppError('POLICY_DENIED', {
    message: `Version ${number} is private to its publisher’s organisation; ${viewer.organisationName} cannot install it.`,
    suggestedAction: 'Switch to the organisation that publishes it.',
  })
}

function labelsOf({ configDefinitions = [] }: SkillSetDocument, keys: readonly string[]): string[] {
  return configDefinitions.filter(({ key }) => keys.includes(key)).map(({ label }) => label)
}
