/**
 * The config form of a SkillSet: what there is to set, and what is set.
 *
 * Floor 3. Members may read it, owners and admins may fill it in. A secret's value is not in what it returns, for
 * anybody; of longer ones the last four characters are, for those who may replace it.
 */
import { type Context, requireViewer, type Viewer } from '../context.ts'
import { isSecret, missingConfig } from '../contract/document/config-values.ts'
import type { ConfigDefinition } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { chooseVersion } from '../contract/version/choose-version.ts'
import { listConfigValues, type SealedValue } from '../db/config-values.ts'
import { findInstall, type InstallPlace } from '../db/installs.ts'
import { findDocuments, findVisible, type SkillSetRef } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { resolveInstall, runnableBy } from '../installs/resolve-install.ts'
import { openConfigValue } from './open-config-value.ts'
import { findAgreed, isAgreed } from './secret-terms.ts'

export type ConfigField = {
  definition: ConfigDefinition
  isSecret: boolean
  /** Present when something is set. `hint` are the last four characters of a secret longer than 12. */
  set?: { updatedAtMs: number; hint?: string }
  /** The value in use, of what is no secret. */
  value?: Json
  /** Set, but it fits this version no more or cannot be opened: it has to be set again. */
  isUnusable?: true
  /** Of a secret: the only hosts it is ever sent to. */
  hosts: string[]
  /** Of a secret that the code reads as it is: why it has to, in the publisher's words. */
  readRaw?: string
}

export type ConfigForm = {
  skillSetId: string
  publisher: string
  slug: string
  name: string
  /** The version whose definitions these are: what the organisation has installed, else the latest. */
  versionNumber: string
  organisationName: string
  canEdit: boolean
  /** By the publisher's order. */
  fields: ConfigField[]
  /** Required keys without a value or a default. */
  missing: string[]
}

/** Throws UNAUTHENTICATED, and NOT_FOUND for what the viewer may not see. */
export async function getConfigForm(ctx: Context, ref: SkillSetRef): Promise<ConfigForm> {
  const viewer = requireViewer(ctx)
  const { skillSet, version, place, definitions, document } = await findConfigPlace(ctx, viewer, ref)
  const agreed = await findAgreed(ctx.db, place)
  const rows = new Map((await listConfigValues(ctx.db, place)).map((row) => [row.key, row]))
  const canEdit = viewer.organisationRole !== 'MEMBER'
  const fields = definitions.map((definition): ConfigField => {
    const row = rows.get(definition.key)
    const permission = document.permissions?.secrets?.find(({ key }) => key === definition.key)
    const isUnusable = row && isSecret(definition) && !isAgreed(document, row, agreed)
    return {
      definition,
      isSecret: isSecret(definition),
      hosts: permission?.hosts ?? [],
      ...(permission?.exposure === 'raw' && { readRaw: permission.reason ?? '' }),
      ...(row && whatIsSet(place, definition, row, canEdit)),
      ...(isUnusable && { isUnusable }),
    }
  })
  const present = fields
    .filter(({ set, isUnusable }) => set && !isUnusable)
    .map(({ definition }) => definition.key)
  return {
    skillSetId: skillSet.id,
    publisher: skillSet.publisher.handle,
    slug: skillSet.slug,
    name: skillSet.name,
    versionNumber: version.number,
    organisationName: viewer.organisationName,
    canEdit,
    fields,
    missing: missingConfig(definitions, present),
  }
}

/** What a form and a save both start from. Throws NOT_FOUND. */
export async function findConfigPlace(ctx: Context, viewer: Viewer, ref: SkillSetRef) {
  const visible = await findVisible(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  const { skillSet, versions } = visible
  const place: InstallPlace = { organisationId: viewer.organisationId, skillSetId: skillSet.id }
  const installed = await findInstall(ctx.db, place)
  const runnable = runnableBy(viewer.organisationId, skillSet, versions)
  const resolved = installed && (await resolveInstall(ctx.db, installed, runnable))
  // What is visible has at least one version, and one of them is always chosen.
  const version = resolved?.version ?? chooseVersion(versions)!
  const document = (await findDocuments(ctx.db, [version.id])).get(version.id)!
  const definitions = (document.configDefinitions ?? []).toSorted((a, b) => a.order - b.order)
  return { skillSet, version, place, definitions, document }
}

function whatIsSet(place: InstallPlace, definition: ConfigDefinition, row: SealedValue, showHint: boolean) {
  const updatedAtMs = row.updatedAt.getTime()
  if (isSecret(definition)) return { set: { updatedAtMs, ...(showHint && row.hint && { hint: row.hint }) } }
  const value = openConfigValue(place, definition, row)
  return { set: { updatedAtMs }, ...(value === undefined ? { isUnusable: true as const } : { value }) }
}
