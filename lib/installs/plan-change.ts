/**
 * What installing or changing a version would mean, before anybody agrees to it.
 *
 * Floor 3. Running needs no install; an install pins the version an organisation runs, or the range it follows,
 * until it says otherwise.
 */
import type { Context, Viewer } from '../context.ts'
import { requireViewer } from '../context.ts'
import { changesBetween, type ShownChange, shownChange } from '../contract/changes/changes.ts'
import { missingConfig } from '../contract/document/config-values.ts'
import { newPermissions, type PermissionLine } from '../contract/document/permission-words.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { deprecationLabel, deprecationWords } from '../contract/version/deprecation-words.ts'
import { whyNotOnRuntime } from '../contract/version/runtime-version.ts'
import { LIVE_STATES, type VersionState } from '../contract/version/version-moves.ts'
import { listConfigValues } from '../db/config-values.ts'
import { findInstall, type InstallPlace } from '../db/installs.ts'
import {
  findDocuments,
  findVisible,
  type PublishedVersion,
  type SkillSetRef,
  type SkillSetRow,
  type Visible,
} from '../db/published.ts'
import { AppError } from '../errors.ts'
import { chooseTarget, type VersionRequest } from './choose-target.ts'
import { resolveInstall, runnableBy } from './resolve-install.ts'

export type PlannedVersion = { id: string; number: string }

export type PlannedChange = {
  /** What is installed: the version agreed to, the number that runs now, the range. Null when nothing is. */
  from: (PlannedVersion & { range: string | null }) | null
  /** What will run. */
  to: PlannedVersion
  /** What will be followed; null for exactly `to`. */
  range: string | null
  /** The major whose input `to` takes by a migration; null when it is of the range itself. */
  migratesFrom: string | null
  /** Why `to` is deprecated, or will be, as its publisher put it, and from when. */
  deprecation: { label: string; words: string } | null
  /** What the publisher wrote about it. */
  changelog: string
  changes: ShownChange[]
  /** Has to be agreed to: all permissions of a first install, the new ones of an upgrade. */
  consents: PermissionLine[]
  /** Labels of required settings that will be missing. */
  missingConfig: string[]
}

/**
 * Plans the step from what is installed to what is wished for, or to the latest. Any member may ask.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND, INVALID_INPUT for what is no range and for one that nothing is in, CONFLICT when
 * a range leads to another version by now, POLICY_DENIED for a version that was taken down, and
 * PRECONDITION_FAILED for one that this Guildhall cannot run.
 */
export async function whatChanges(
  ctx: Context,
  ref: SkillSetRef,
  request: VersionRequest = {},
): Promise<PlannedChange> {
  return (await planChange(ctx, requireViewer(ctx), ref, request)).plan
}

/** The plan with the rows it was made from, for the services that carry it out. */
export async function planChange(ctx: Context, viewer: Viewer, ref: SkillSetRef, request: VersionRequest) {
  const visible = await findVisible(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  const { skillSet } = visible
  const place = { organisationId: viewer.organisationId, skillSetId: skillSet.id }
  const { to, range, from: migratesFrom } = await chooseTarget(ctx.db, viewer, visible, request)
  requireLive(skillSet, to)
  requireOwn(viewer, skillSet, to)

  const installed = await findRunning(ctx, viewer, visible, place)
  const ids = installed ? [to.id, installed.versionId, installed.runningId] : [to.id]
  const documents = await findDocuments(ctx.db, ids)
  const after = documents.get(to.id)!
  const whyNot = whyNotOnRuntime(after.requires)
  if (whyNot) throw new AppError('PRECONDITION_FAILED', { message: whyNot })
  const agreed = installed ? documents.get(installed.versionId)! : null
  const running = installed ? documents.get(installed.runningId)! : null
  const keys = (await listConfigValues(ctx.db, place)).map(({ key }) => key)
  const plan: PlannedChange = {
    from: installed && { id: installed.versionId, number: installed.number, range: installed.range },
    to: { id: to.id, number: to.number },
    range,
    migratesFrom: migratesFrom ?? null,
    deprecation: to.state === 'DEPRECATED' ? deprecationOf(to) : null,
    changelog: to.changelog,
    changes: changesBetween(running, after).changes.map(shownChange),
    consents: newPermissions(agreed ?? { skills: [] }, after),
    missingConfig: labelsOf(after, missingConfig(after.configDefinitions ?? [], keys)),
  }
  return { plan, place, skillSet, name: `${skillSet.publisher.handle}.${skillSet.slug}` }
}

function deprecationOf({ number, deprecationNotice: notice, deprecatedAt: at }: PublishedVersion) {
  return { label: deprecationLabel(at), words: deprecationWords({ number, notice, at }) }
}

/** What is installed, with the version that it runs now. */
async function findRunning(ctx: Context, viewer: Viewer, visible: Visible, place: InstallPlace) {
  const install = await findInstall(ctx.db, place)
  if (!install) return null
  const versions = runnableBy(viewer.organisationId, visible.skillSet, visible.versions)
  const resolved = await resolveInstall(ctx.db, install, versions)
  const { id: runningId, number } = resolved?.version ?? { id: install.versionId, number: install.number }
  return { ...install, runningId, number }
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
