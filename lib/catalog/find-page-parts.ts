/** Throws NOT_FOUND for what the viewer may not see, so that names do not leak. */

import { listConfigValues } from '../config/rows/config-value-rows.ts'
import { findConsentedDocument, isConsentedUse } from '../config/secret-consent.ts'
import { accessibleOrganisationIds, type Context, isLimitedKey, isWithinKey } from '../context/context.ts'
import { isSecretDefinition, listMissingConfig } from '../contracts/document/config-values.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { chooseVersion, findLatestStable, sortNewestFirst } from '../contracts/versions/choose-version.ts'
import { compareVersions } from '../contracts/versions/version-number.ts'
import {
  type ComingVersion,
  chooseLatest,
  findComing,
  offerVersions,
  type VersionOffer,
} from '../installs/offer-versions.ts'
import { type ResolvedInstall, resolveInstall, runnableBy } from '../installs/resolve-install.ts'
import type { InstallRow } from '../installs/rows/installs.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { findCallableSkillSet } from '../publishing/rows/callable-skill-set.ts'
import { findSkillSetByName } from '../publishing/rows/former-names.ts'
import type { PublishedVersion, SkillSetRef, SkillSetRow } from '../publishing/rows/published-versions.ts'
import { findPublishedDocument } from '../publishing/rows/versions.ts'
import type { ComingView, InstalledView, InstallOffer, SkillPage } from './catalog-views.ts'
import { withholdUnbought } from './texts-for-sale.ts'
import { listSkillSlugs } from './version-details.ts'

/** An id that matches no person and no organisation. */
const NO_ID = ''

type PageRef = SkillSetRef & { skill?: string; version?: string }

/** Returns the caller's context, or that of a visitor if the SkillSet is outside of the limits of the caller's API key. */
async function limitToKey(ctx: Context, ref: PageRef): Promise<Context> {
  if (!isLimitedKey(ctx)) return ctx
  // An API key is limited to current names of SkillSets.
  const { publisher, skillset } = (await findSkillSetByName(ctx.db, ref)) ?? ref
  const skillSet = `${publisher}.${skillset}`
  if (isWithinKey(ctx, { skillSet, skill: ref.skill && `${skillSet}.${ref.skill}` })) return ctx
  const { db, sandbox, channel } = ctx
  return { viewer: null, db, sandbox, channel }
}

/**
 * Returns what every page of a SkillSet needs; with `skill`, only versions that contain the skill. Throws NOT_FOUND for
 * an unknown or inaccessible SkillSet or version. `document` lacks the texts that the viewer has to buy, which are in `forSale`.
 * `toolsetVersionId` is what a toolset agreed to, for its callers.
 */
export async function findPageParts(
  caller: Context,
  ref: PageRef,
  {
    toolsetVersionId = caller.keyGrant?.toolset ? null : undefined,
  }: { toolsetVersionId?: string | null | undefined } = {},
) {
  const ctx = await limitToKey(caller, ref)
  const { userId = NO_ID, organisationId = NO_ID } = ctx.viewer ?? {}
  const visible = await findCallableSkillSet(ctx.db, ref, {
    userId,
    organisationId,
    withinIds: accessibleOrganisationIds(ctx),
  })
  if (!visible) throw new AppError('NOT_FOUND')
  const { skillSet, isOwner, install, reader } = visible
  const versions = sortNewestFirst(await listVersionsWithSkill(ctx, visible.versions, ref.skill))
  const { held } = await offerVersions(ctx.db, reader, skillSet, versions, { toolsetVersionId })
  const runnable = runnableBy(organisationId, skillSet, versions)
  const resolved = install && (await resolveInstall(ctx.db, install, { versions: runnable, held }))
  const served = resolved?.version ?? chooseLatest({ versions, held })
  const version = ref.version === undefined ? served : findRequested({ versions, held }, ref.version)
  if (!version) throw new AppError('NOT_FOUND')
  // The cast is safe: every version has a document.
  const whole = (await findPublishedDocument(ctx.db, version.id))!
  const ofVersion = { skillSetId: skillSet.id, isOwner, version: version.number, document: whole }
  const { document, forSale } = await withholdUnbought(ctx, ofVersion)
  const installed = install && installedView(install, resolved)
  const config = await configState(ctx, skillSet, document)
  const found = resolved ? resolved.coming : served && findComing(versions, served, held)
  const coming =
    served && found ? comingView(found, served) : served ? onlyYoung(served, held, install) : null
  const isReturned = version.rollout?.state === 'returned'
  return {
    skillSet,
    isOwner,
    versions,
    version,
    held,
    served,
    coming,
    isReturned,
    document,
    forSale,
    installed,
    config,
  }
}

function comingView({ versionId, number, held }: ComingVersion, served: PublishedVersion): ComingView {
  const shown = { versionId, number, servedNumber: served.number }
  return held.kind === 'age'
    ? { ...shown, kind: 'age', untilMs: held.until.getTime() }
    : { ...shown, kind: 'share' }
}

/** Returns the view of a version that is too young and nevertheless the only one; null for another. */
function onlyYoung(
  { id, number }: PublishedVersion,
  held: VersionOffer['held'],
  install: InstallRow | null,
): ComingView | null {
  const reason = held.get(id)
  if (reason?.kind !== 'age' || !reason.isOnly || install?.versionId === id) return null
  return { kind: 'age', versionId: id, number, servedNumber: null, untilMs: reason.until.getTime() }
}

/** Returns the version of an exact number, or the best of a range that the viewer gets. */
function findRequested({ versions, held }: VersionOffer, requested: string): PublishedVersion | undefined {
  const open = versions.filter(({ id }) => !held.has(id))
  const exact = versions.find(({ number }) => number === requested)
  return exact ?? chooseVersion(open, requested) ?? chooseVersion(versions, requested)
}

function installedView(install: InstallRow, resolved: ResolvedInstall | null): InstalledView {
  const { version, waiting, from } = resolved ?? {}
  return {
    agreedId: install.versionId,
    versionId: version?.id ?? install.versionId,
    number: version?.number ?? install.number,
    range: install.range,
    migratesFrom: from ?? null,
    waiting: waiting ? { versionId: waiting.id, number: waiting.number } : null,
  }
}

async function listVersionsWithSkill(ctx: Context, versions: PublishedVersion[], skill: string | undefined) {
  if (skill === undefined) return versions
  const slugs = await listSkillSlugs(
    ctx.db,
    versions.map(({ id }) => id),
  )
  return versions.filter(({ id }) => slugs.get(id)?.includes(skill))
}

async function configState(
  ctx: Context,
  { id: skillSetId, slug, publisher }: SkillSetRow,
  document: SkillSetDocument,
): Promise<SkillPage['config']> {
  const { viewer } = ctx
  const definitions = document.configDefinitions ?? []
  const href = definitions.length > 0 ? paths.config(publisher.handle, slug) : null
  if (!viewer || !href) return { missing: [], href, canEdit: false }
  const installKey = { organisationId: viewer.organisationId, skillSetId }
  const rows = await listConfigValues(ctx.db, installKey)
  const secrets = definitions.filter(isSecretDefinition).map(({ key }) => key)
  const isGiven = rows.some(({ key }) => secrets.includes(key))
  const agreed = isGiven ? await findConsentedDocument(ctx.db, installKey) : undefined
  // A secret that was set for another use is not sent to this version.
  const present = rows.filter((row) => !secrets.includes(row.key) || isConsentedUse(document, row, agreed))
  const missing = listMissingConfig(
    definitions,
    present.map(({ key }) => key),
  )
  return { missing, href, canEdit: viewer.organisationRole !== 'MEMBER' }
}

type Offered = {
  skillSet: SkillSetRow
  versions: PublishedVersion[]
  held: VersionOffer['held']
  installed: InstalledView | null
}

export function installOffer(
  { viewer }: Context,
  { skillSet, versions, held, installed }: Offered,
): InstallOffer {
  const isOwnOrganisation = viewer?.organisationId === skillSet.publisher.organisationId
  const latest = findLatestStable(
    versions.filter(({ id, visibility }) => !held.has(id) && (isOwnOrganisation || visibility === 'PUBLIC')),
  )
  const { restriction } = skillSet
  // An installed version of a hidden SkillSet keeps running, and can be removed or pinned.
  const isBlocked = restriction?.kind === 'suspended' || (restriction !== null && !installed)
  const isNewer =
    installed &&
    latest &&
    compareVersions(latest.number, installed.number) > 0 &&
    latest.id !== installed.waiting?.versionId
  return {
    upgrade: isNewer ? { versionId: latest.id, number: latest.number } : null,
    canInstall: viewer !== null && viewer.organisationRole !== 'MEMBER' && !isBlocked,
    organisationName: viewer?.organisationName ?? null,
  }
}
