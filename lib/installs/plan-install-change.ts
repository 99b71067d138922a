/** Running needs no install; an install pins a version or range. */

import { describeBehaviour } from '../behaviour/model/describe-behaviour.ts'
import { listNewBehaviour } from '../behaviour/rows/list-new-behaviour.ts'
import { listConfigValues } from '../config/rows/config-value-rows.ts'
import type { Context, Viewer } from '../context/context.ts'
import { requireViewer, workOwner } from '../context/context.ts'
import { type ShownChange, toShownChange } from '../contracts/changes/changes.ts'
import { compareInThread } from '../contracts/changes/compare-in-thread.ts'
import { listMissingConfig } from '../contracts/document/config-values.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { newPermissions, type PermissionLine } from '../contracts/permissions/permission-lines.ts'
import { findLatestStable } from '../contracts/versions/choose-version.ts'
import { runtimeVersionError } from '../contracts/versions/runtime-version.ts'
import { parseRange } from '../contracts/versions/version-range.ts'
import {
  deprecationLabel,
  deprecationText,
  LIVE_STATES,
  type VersionState,
} from '../contracts/versions/version-states.ts'
import { requireNotWithdrawn } from '../contracts/versions/withdrawal.ts'
import { AppError } from '../kernel/errors.ts'
import {
  findDocuments,
  findVisibleSkillSet,
  type PublishedVersion,
  type SkillSetRef,
  type SkillSetRow,
  type VisibleSkillSet,
  withoutHidden,
} from '../publishing/rows/published-versions.ts'
import { findOwnReplayOf } from '../publishing/rows/replays.ts'
import { chooseLatest, offerVersions, type VersionOffer } from './offer-versions.ts'
import { requireUnrestricted } from './require-unrestricted.ts'
import { listInstallableVersions, resolveInstall, runnableBy } from './resolve-install.ts'
import { findInstall, type InstallKey } from './rows/installs.ts'
import { readVersionReader } from './rows/version-readers.ts'

export type PlannedVersion = { id: string; number: string }

export type PlannedChange = {
  /** The installed version; null for a first install. */
  from: (PlannedVersion & { range: string | null }) | null
  to: PlannedVersion
  range: string | null
  /** Null if the range itself contains `to`. */
  migratesFrom: string | null
  /** The publisher's note. */
  deprecation: { label: string; text: string } | null
  changelog: string
  changes: ShownChange[]
  /** Permissions to consent to: all for a first install, those that are new for an upgrade. */
  consents: PermissionLine[]
  missingConfig: string[]
  /** Sentences about what the version that runs now was never seen to do. */
  newBehaviour: string[]
  /** The submission whose replay tried `to` on runs of the organisation; null if there is none. */
  ownReplayId: string | null
}

type VersionRequest = { versionId?: string; range?: string }

/**
 * Returns what an install or an upgrade would change, for any member. Throws UNAUTHENTICATED, NOT_FOUND, INVALID_INPUT
 * for an invalid or empty range, CONFLICT if a
 * range now leads to another version, POLICY_DENIED for a yanked version, and PRECONDITION_FAILED if this server cannot
 * run it.
 */
export async function previewInstallChange(
  ctx: Context,
  ref: SkillSetRef,
  request: VersionRequest = {},
): Promise<PlannedChange> {
  return (await planInstallChange(ctx, requireViewer(ctx), ref, request)).plan
}

export async function planInstallChange(
  ctx: Context,
  viewer: Viewer,
  ref: SkillSetRef,
  request: VersionRequest,
) {
  const found = await findVisibleSkillSet(ctx.db, ref, viewer.userId)
  const visible = found && withoutHidden(found)
  if (!visible) throw new AppError('NOT_FOUND')
  const { skillSet } = visible
  requireUnrestricted(skillSet, { isUser: skillSet.publisher.organisationId === viewer.organisationId })
  const installKey = { organisationId: viewer.organisationId, skillSetId: skillSet.id }
  const held = await findHeld(ctx, visible, installKey)
  const { to, range, from: migratesFrom } = await chooseTarget(ctx.db, viewer, { ...visible, held }, request)
  requireNotWithdrawn(`${ref.publisher}.${ref.skillset}`, to, visible.versions)
  requireLive(skillSet, to)
  requireOwn(viewer, skillSet, to)

  const installed = await findRunning(ctx, viewer, visible, installKey)
  const ids = installed ? [to.id, installed.versionId, installed.runningId] : [to.id]
  const documents = await findDocuments(ctx.db, ids)
  const after = documents.get(to.id)!
  const error = runtimeVersionError(after.requires)
  if (error) throw new AppError('PRECONDITION_FAILED', { message: error })
  const agreed = installed ? documents.get(installed.versionId)! : null
  const running = installed ? documents.get(installed.runningId)! : null
  const keys = (await listConfigValues(ctx.db, installKey)).map(({ key }) => key)
  const { changes } = await compareInThread(running, after, workOwner(ctx))
  const plan: PlannedChange = {
    from: installed && { id: installed.versionId, number: installed.number, range: installed.range },
    to: { id: to.id, number: to.number },
    range,
    migratesFrom: migratesFrom ?? null,
    deprecation: to.state === 'DEPRECATED' ? describeDeprecation(to) : null,
    changelog: to.changelog,
    changes: changes.map(toShownChange),
    consents: newPermissions(agreed ?? { skills: [] }, after),
    newBehaviour: installed ? await describeNew(ctx.db, installed.runningId, to.id) : [],
    ownReplayId: await findOwnReplayOf(ctx.db, { versionId: to.id, organisationId: viewer.organisationId }),
    missingConfig: listLabels(after, listMissingConfig(after.configDefinitions ?? [], keys)),
  }
  return { plan, installKey, skillSet, name: `${skillSet.publisher.handle}.${skillSet.slug}` }
}

async function describeNew(db: Context['db'], beforeId: string, afterId: string): Promise<string[]> {
  const added = await listNewBehaviour(db, { beforeId, afterId })
  return added.map((line) => `${line.skill}: ${describeBehaviour(line)}`)
}

function describeDeprecation({ number, deprecationNotice: notice, deprecatedAt: at }: PublishedVersion) {
  return { label: deprecationLabel(at), text: deprecationText({ number, notice, at }) }
}

async function findRunning(ctx: Context, viewer: Viewer, visible: VisibleSkillSet, installKey: InstallKey) {
  const install = await findInstall(ctx.db, installKey)
  if (!install) return null
  const versions = runnableBy(viewer.organisationId, visible.skillSet, visible.versions)
  const offer = { versions, held: await findHeld(ctx, visible, installKey) }
  const resolved = await resolveInstall(ctx.db, install, offer)
  const { id: runningId, number } = resolved?.version ?? { id: install.versionId, number: install.number }
  return { ...install, runningId, number }
}

async function findHeld(ctx: Context, { skillSet, versions }: VisibleSkillSet, installKey: InstallKey) {
  const reader = await readVersionReader(ctx.db, installKey)
  return (await offerVersions(ctx.db, reader, skillSet, versions)).held
}

function requireLive({ name }: SkillSetRow, { number, state, yankReason }: PublishedVersion): void {
  if ((LIVE_STATES as readonly VersionState[]).includes(state)) return
  const reason = yankReason ? ` (${yankReason})` : ''
  throw new AppError('POLICY_DENIED', {
    message: `${name} ${number} was taken down${reason} and cannot be installed.`,
  })
}

// Only the publisher's own organisation can install a private version.
function requireOwn(
  viewer: Viewer,
  { publisher }: SkillSetRow,
  { number, visibility }: PublishedVersion,
): void {
  if (visibility === 'PUBLIC' || viewer.organisationId === publisher.organisationId) return
  throw new AppError('POLICY_DENIED', {
    message: `Version ${number} is private to its publisher’s organisation. ${viewer.organisationName} cannot install it.`,
    suggestedAction: 'Switch to the organisation that publishes it.',
  })
}

function listLabels({ configDefinitions = [] }: SkillSetDocument, keys: readonly string[]): string[] {
  return configDefinitions.filter(({ key }) => keys.includes(key)).map(({ label }) => label)
}

type InstallTarget = { to: PublishedVersion; range: string | null; from?: string }

/**
 * Throws NOT_FOUND for an unknown version, INVALID_INPUT for an invalid or empty range, CONFLICT if the range leads to
 * another one than `versionId`.
 */
async function chooseTarget(
  db: Context['db'],
  viewer: Viewer,
  { skillSet, versions, held }: VisibleSkillSet & VersionOffer,
  { versionId, range }: VersionRequest,
): Promise<InstallTarget> {
  if (range === undefined) {
    const to = versionId ? versions.find(({ id }) => id === versionId) : chooseLatest({ versions, held })
    return { to: requireThere(to), range: null }
  }
  const wanted = parseRange(range)
  if ('error' in wanted) throw refused(wanted.error)
  if ('number' in wanted) {
    const to = versions.find(({ number }) => number === wanted.number)
    return { to: requireSame(requireThere(to), versionId), range: null }
  }
  const runnable = runnableBy(viewer.organisationId, skillSet, versions)
  const [served] = await listInstallableVersions(db, { versions: runnable, held }, wanted.range)
  const best =
    served?.version.id === versionId
      ? served
      : ((await findAgreed(db, { versions: runnable, held }, { versionId, range: wanted.range })) ?? served)
  if (!best) throw refused(describeEmptyRange(wanted.range, findLatestStable(runnable)?.number))
  const { version, ...rest } = best
  return { to: requireSame(version, versionId), range: wanted.range, ...rest }
}

/** Returns the version that the person chose to agree to although it is held back from the range for now. */
async function findAgreed(
  db: Context['db'],
  { versions, held }: VersionOffer,
  { versionId, range }: { versionId: string | undefined; range: string },
) {
  if (versionId === undefined) return undefined
  const returned = new Map([...held].filter(([, { kind }]) => kind === 'returned'))
  const [first] = await listInstallableVersions(db, { versions, held: returned }, range)
  return first?.version.id === versionId ? first : undefined
}

function requireThere(version: PublishedVersion | undefined): PublishedVersion {
  if (!version) throw new AppError('NOT_FOUND', { message: 'This version does not exist.' })
  return version
}

/** The range must still lead to the version consented to. */
function requireSame(version: PublishedVersion, versionId: string | undefined): PublishedVersion {
  if (versionId === undefined || version.id === versionId) return version
  const message = `This range now resolves to ${version.number}. Review the changes, then agree again.`
  throw new AppError('CONFLICT', { message })
}

function describeEmptyRange(range: string, latest: string | undefined): string {
  const newest = latest ? ` The latest is ${latest}.` : ''
  return `No available version matches ${range}.${newest}`
}

function refused(message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/range', keyword: 'range', message }] })
}
