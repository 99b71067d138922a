/**
 * What the page of a SkillSet and the page of a skill have in common: what the viewer may see, which version is
 * meant, and how it stands with the viewer's organisation.
 *
 * Floor 3. What may not be seen is NOT_FOUND, so that names do not leak.
 */
import { findAgreed, isAgreed } from '../config/secret-terms.ts'
import type { Context } from '../context.ts'
import { isSecret, missingConfig } from '../contract/document/config-values.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { paths } from '../contract/market/paths.ts'
import { chooseVersion, newestFirst } from '../contract/version/choose-version.ts'
import { findCallable } from '../db/callable.ts'
import { listConfigValues } from '../db/config-values.ts'
import type { InstallRow } from '../db/installs.ts'
import type { PublishedVersion, SkillSetRef } from '../db/published.ts'
import { documentOf } from '../db/published-document.ts'
import { AppError } from '../errors.ts'
import { type Resolved, resolveInstall, runnableBy } from '../installs/resolve-install.ts'
import { skillSlugsOf } from './version-facts.ts'
import type { InstalledView, SkillPage } from './views.ts'

/** An id of no person and of no organisation. */
const NOBODY = ''

/**
 * With `skill`, only versions that hold it count, as they do for a run.
 *
 * Throws NOT_FOUND for what is not there, not published or not for this viewer, and for an unknown version.
 */
export async function findPageParts(ctx: Context, ref: SkillSetRef & { skill?: string; version?: string }) {
  const { userId = NOBODY, organisationId = NOBODY } = ctx.viewer ?? {}
  const visible = await findCallable(ctx.db, ref, { userId, organisationId, withinId: withinOf(ctx) })
  if (!visible) throw new AppError('NOT_FOUND')
  const { skillSet, isOwner, install } = visible
  const versions = newestFirst(await holding(ctx, visible.versions, ref.skill))
  const resolved =
    install && (await resolveInstall(ctx.db, install, runnableBy(organisationId, skillSet, versions)))
  const version =
    ref.version === undefined && resolved
      ? resolved.version
      : chooseVersion(versions, { number: ref.version })
  if (!version) throw new AppError('NOT_FOUND')
  // Every version has a document.
  const document = (await documentOf(ctx.db, version.id))!
  const installed = install && installedView(install, resolved)
  const config = await configState(ctx, skillSet.id, { ref, document })
  return { skillSet, isOwner, versions, version, document, installed, config }
}

/** A key opens its own organisation's things only. */
function withinOf({ keyId, viewer }: Context): string | undefined {
  return keyId === undefined ? undefined : viewer?.organisationId
}

function installedView(install: InstallRow, resolved: Resolved | null): InstalledView {
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

async function holding(ctx: Context, versions: PublishedVersion[], skill: string | undefined) {
  if (skill === undefined) return versions
  const slugs = await skillSlugsOf(
    ctx.db,
    versions.map(({ id }) => id),
  )
  return versions.filter(({ id }) => slugs.get(id)?.includes(skill))
}

async function configState(
  ctx: Context,
  skillSetId: string,
  { ref, document }: { ref: SkillSetRef; document: SkillSetDocument },
): Promise<SkillPage['config']> {
  const { viewer } = ctx
  const definitions = document.configDefinitions ?? []
  const href = definitions.length > 0 ? paths.config(ref.publisher, ref.skillset) : null
  if (!viewer || !href) return { missing: [], href, canEdit: false }
  const place = { organisationId: viewer.organisationId, skillSetId }
  const rows = await listConfigValues(ctx.db, place)
  const secrets = definitions.filter(isSecret).map(({ key }) => key)
  const isGiven = rows.some(({ key }) => secrets.includes(key))
  const agreed = isGiven ? await findAgreed(ctx.db, place) : undefined
  // A secret that is set, and not for what this version does with it, a run does not get.
  const present = rows.filter((row) => !secrets.includes(row.key) || isAgreed(document, row, agreed))
  const missing = missingConfig(
    definitions,
    present.map(({ key }) => key),
  )
  return { missing, href, canEdit: viewer.organisationRole !== 'MEMBER' }
}
