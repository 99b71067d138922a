/**
 * The form for the settings of a SkillSet, which owners and admins of the organisation may change. It never contains a
 * secret.
 */
import { type Context, requireViewer, type Viewer } from '../context/context.ts'
import { isSecretDefinition, isShortSecret, listMissingConfig } from '../contracts/document/config-values.ts'
import type { ConfigDefinition, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { chooseLatest, offerVersions } from '../installs/offer-versions.ts'
import { resolveInstall, runnableBy } from '../installs/resolve-install.ts'
import { findInstall, type InstallKey } from '../installs/rows/installs.ts'
import { readVersionReader } from '../installs/rows/version-readers.ts'
import { AppError } from '../kernel/errors.ts'
import type { Json } from '../kernel/json/json.ts'
import {
  findDocuments,
  findVisibleSkillSet,
  type SkillSetRef,
} from '../publishing/rows/published-versions.ts'
import { listConfigValues, type SealedValue } from './rows/config-value-rows.ts'
import { findConsentedDocument, isConsentedUse } from './secret-consent.ts'
import { decryptConfigValue, isTooShortToUse } from './unseal-config.ts'

export type ConfigField = {
  definition: ConfigDefinition
  isSecret: boolean
  /** `hint`: the last four characters of a secret longer than 12. */
  set?: { updatedAtMs: number; hint?: string }
  value?: Json
  /** True if the stored value is invalid for this version, or cannot be decrypted. */
  isUnusable?: true
  /** Below today's minimum length; shown to those who may replace it. */
  isShort?: true
  /** The only hosts that a secret is sent to. */
  hosts: string[]
  /** The publisher's reason for reading a secret raw. */
  readRaw?: string
}

export type ConfigForm = {
  skillSetId: string
  publisher: string
  slug: string
  name: string
  versionNumber: string
  organisationName: string
  canEdit: boolean
  fields: ConfigField[]
  missing: string[]
}

export async function getConfigForm(ctx: Context, ref: SkillSetRef): Promise<ConfigForm> {
  const viewer = requireViewer(ctx)
  const { skillSet, version, installKey, definitions, document } = await findConfigTarget(ctx, viewer, ref)
  const canEdit = viewer.organisationRole !== 'MEMBER'
  const agreed = await findConsentedDocument(ctx.db, installKey)
  const described = describeConfig({
    ...{ owner: installKey, definitions, document, canEdit },
    rows: await listConfigValues(ctx.db, installKey),
    isConsented: (row) => isConsentedUse(document, row, agreed),
  })
  return {
    skillSetId: skillSet.id,
    publisher: skillSet.publisher.handle,
    slug: skillSet.slug,
    name: skillSet.name,
    versionNumber: version.number,
    organisationName: viewer.organisationName,
    canEdit,
    ...described,
  }
}

type StoredConfig = {
  /** What the values are sealed for. */
  owner: InstallKey
  definitions: readonly ConfigDefinition[]
  document: Pick<SkillSetDocument, 'permissions'>
  rows: readonly SealedValue[]
  /** Whether the document uses a secret only as a person consented to. */
  isConsented: (row: SealedValue) => boolean
  canEdit: boolean
}

/** Returns a field for each definition, and the required keys that are unset or unusable. */
export function describeConfig(stored: StoredConfig): Pick<ConfigForm, 'fields' | 'missing'> {
  const { owner, definitions, document, isConsented, canEdit } = stored
  const rows = new Map(stored.rows.map((row) => [row.key, row]))
  const fields = definitions.map((definition): ConfigField => {
    const row = rows.get(definition.key)
    const permission = document.permissions?.secrets?.find(({ key }) => key === definition.key)
    const secret =
      row && isSecretDefinition(definition) ? decryptConfigValue(owner, definition, row) : undefined
    const isShort = secret !== undefined && isShortSecret(definition, secret)
    const isUnusable =
      row &&
      isSecretDefinition(definition) &&
      (!isConsented(row) || isTooShortToUse(document, definition, secret))
    return {
      definition,
      isSecret: isSecretDefinition(definition),
      hosts: permission?.hosts ?? [],
      ...(permission?.exposure === 'raw' && { readRaw: permission.reason ?? '' }),
      ...(row && describeStoredField(owner, definition, row, canEdit)),
      ...(isUnusable && { isUnusable }),
      ...(isShort && canEdit && { isShort }),
    }
  })
  const present = fields
    .filter(({ set, isUnusable }) => set && !isUnusable)
    .map(({ definition }) => definition.key)
  return { fields, missing: listMissingConfig(definitions, present) }
}

export async function findConfigTarget(ctx: Context, viewer: Viewer, ref: SkillSetRef) {
  const visible = await findVisibleSkillSet(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  const { skillSet, versions } = visible
  const installKey: InstallKey = { organisationId: viewer.organisationId, skillSetId: skillSet.id }
  const installed = await findInstall(ctx.db, installKey)
  const runnable = runnableBy(viewer.organisationId, skillSet, versions)
  const reader = await readVersionReader(ctx.db, installKey)
  const { held } = await offerVersions(ctx.db, reader, skillSet, versions)
  const resolved = installed && (await resolveInstall(ctx.db, installed, { versions: runnable, held }))
  // A visible SkillSet has at least one version.
  const version = resolved?.version ?? chooseLatest({ versions, held })!
  const document = (await findDocuments(ctx.db, [version.id])).get(version.id)!
  const definitions = (document.configDefinitions ?? []).toSorted((a, b) => a.order - b.order)
  return { skillSet, version, installKey, definitions, document }
}

function describeStoredField(
  installKey: InstallKey,
  definition: ConfigDefinition,
  row: SealedValue,
  showHint: boolean,
) {
  const updatedAtMs = row.updatedAt.getTime()
  if (isSecretDefinition(definition))
    return { set: { updatedAtMs, ...(showHint && row.hint && { hint: row.hint }) } }
  const value = decryptConfigValue(installKey, definition, row)
  return { set: { updatedAtMs }, ...(value === undefined ? { isUnusable: true as const } : { value }) }
}
