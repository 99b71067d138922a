/**
 * The test settings of a draft: sealed like the settings of an install, and used only by its test runs and checks and, if
 * the publisher allows it, by reviewers and by the weekly checks of published examples. They are no part of the document, its exports and its versions.
 *
 * A secret is used as long as the document sends it only to hosts that it was entered for, whoever changed the document
 * since: a build from CI, or the holder of a key that tests documents of their own.
 */

import { isSecretDefinition, isShortSecret } from '../contracts/document/config-values.ts'
import type { ConfigDefinition, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../kernel/json/json.ts'
import { buildTestConfig } from './build-test-config.ts'
import { type ConfigForm, describeConfig } from './get-config-form.ts'
import type { SealedValue } from './rows/config-value-rows.ts'
import {
  deleteTestValues,
  findTestConfig,
  type TestConfigUses,
  upsertTestConfig,
  upsertTestValue,
} from './rows/test-config-rows.ts'
import { parseConfigChanges, requireSecretsWithinLimit, sealConfigValue } from './save-config-values.ts'
import { testConfigOwner } from './sealing.ts'
import { isReadRaw, listSecretUses } from './secret-consent.ts'
import { decryptConfigValue, isTooShortToUse, type UnsealedConfig } from './unseal-config.ts'

/** A draft or a submission of a SkillSet, and the organisation that owns it now. */
export type TestedDraft = {
  skillSetId: string
  organisationId: string
  document: Pick<SkillSetDocument, 'configDefinitions' | 'permissions'>
}

export type TestConfigView = Pick<ConfigForm, 'fields' | 'missing'> & TestConfigUses

export async function describeTestConfig(
  db: Database | Tx,
  { skillSetId, organisationId, document }: TestedDraft,
): Promise<TestConfigView> {
  const stored = await findOwnTestConfig(db, { skillSetId, organisationId })
  const described = describeConfig({
    ...{ owner: testConfigOwner(organisationId, skillSetId), document, canEdit: true },
    definitions: document.configDefinitions ?? [],
    rows: stored?.values ?? [],
    isConsented: (row) => isAgreedUse(document, row),
  })
  const { forReviewers = false, forLiveChecks = false } = stored ?? {}
  return { ...described, forReviewers, forLiveChecks }
}

type Saved = { set: string[]; cleared: string[] }

/**
 * Saves all or nothing. The caller checks who may. Returns the keys, or null if there is no draft. Throws INVALID_INPUT
 * with an issue per invalid value (`path` is "/key"), or one if all secrets are too large together (`path` is "").
 */
export async function saveTestValues(
  tx: Tx,
  { skillSetId, organisationId, document }: TestedDraft,
  { changes, updatedById }: { changes: unknown; updatedById: string },
): Promise<Saved | null> {
  const definitions = document.configDefinitions ?? []
  const { set, cleared } = parseConfigChanges(definitions, changes)
  if (!(await upsertTestConfig(tx, { skillSetId, organisationId }))) return null
  await deleteTestValues(tx, skillSetId, cleared)
  const owner = testConfigOwner(organisationId, skillSetId)
  for (const definition of definitions) {
    const value = set[definition.key]
    if (value === undefined) continue
    const sealed = sealConfigValue(owner, { definition, value, document })
    const consentedUses = listTestUses(document, definition.key)
    await upsertTestValue(tx, { skillSetId, ...sealed, consentedUses, updatedById })
  }
  requireSecretsWithinLimit((await findTestConfig(tx, skillSetId))?.values ?? [], definitions)
  return { set: Object.keys(set), cleared }
}

/** Changes who else may use the test settings. Returns false if there is no draft. */
export function allowTestUses(
  tx: Tx,
  { skillSetId, organisationId }: TestedDraft,
  uses: Partial<TestConfigUses>,
): Promise<boolean> {
  return upsertTestConfig(tx, { skillSetId, organisationId, ...uses })
}

/** Returns the config of a test run: test settings, or the values in `given` instead of them. Throws as `buildTestConfig`. */
export async function buildDraftConfig(
  db: Database | Tx,
  draft: Omit<TestedDraft, 'organisationId'> & { organisation: { id: string } },
  given: JsonObject,
): Promise<UnsealedConfig> {
  const { skillSetId, document, organisation } = draft
  const tested = { skillSetId, document, organisationId: organisation.id }
  const stored = await findOwnTestConfig(db, tested)
  const { values, withheld } = openValues(tested, stored?.values ?? [])
  const config = buildTestConfig(document, { ...values, ...given })
  const lacking = withheld.filter((key) => config.missing.includes(key))
  return lacking.length > 0 ? { ...config, withheld: lacking } : config
}

/**
 * Returns the values for a reviewer of `document`; none unless the publisher allows reviewers to use them. They must not
 * leave the server.
 */
export async function openForReviewer(db: Database | Tx, draft: TestedDraft): Promise<JsonObject> {
  const stored = await findOwnTestConfig(db, draft)
  return stored?.forReviewers ? openValues(draft, stored.values).values : {}
}

/**
 * Returns the config of a weekly check of a published version: the lent test settings, or the values in `given` instead of
 * them. Null unless the publisher lends them, and if a required value is missing or may not go where this version sends it.
 */
export async function buildLentConfig(
  db: Database | Tx,
  draft: TestedDraft,
  given: JsonObject,
): Promise<UnsealedConfig | null> {
  const stored = await findOwnTestConfig(db, draft)
  if (!stored?.forLiveChecks) return null
  const config = buildTestConfig(draft.document, { ...openValues(draft, stored.values).values, ...given })
  return config.missing.length === 0 ? config : null
}

/** Changes with each change of the test settings. It contains none of them. */
export async function versionOfTestConfig(
  db: Database | Tx,
  draft: Pick<TestedDraft, 'skillSetId' | 'organisationId'>,
): Promise<string[]> {
  const stored = await findOwnTestConfig(db, draft)
  return (stored?.values ?? []).map(({ key, updatedAt }) => `${key} ${updatedAt.getTime()}`).sort()
}

/**
 * Returns the hosts of a secret, and for one that code reads all places to which the code could send it, because the
 * egress guard does not know it.
 */
function listTestUses(document: TestedDraft['document'], key: string): string[] {
  const uses = listSecretUses(document, key)
  const { network = [], urlParameters = [], skills = [] } = document.permissions ?? {}
  return isReadRaw(document, key) ? [...uses, ...network, ...urlParameters, ...skills] : uses
}

function isAgreedUse(document: TestedDraft['document'], { key, consentedUses }: SealedValue): boolean {
  return listTestUses(document, key).every((use) => consentedUses.includes(use))
}

type Opened = {
  values: JsonObject
  /** Keys of secrets that were entered for other hosts. */
  withheld: string[]
}

function openValues(draft: TestedDraft, rows: readonly SealedValue[]): Opened {
  const opened: Opened = { values: {}, withheld: [] }
  for (const definition of draft.document.configDefinitions ?? []) {
    const row = rows.find(({ key }) => key === definition.key)
    if (!row) continue
    const value = openValue(draft, definition, row)
    if (value !== undefined) opened.values[definition.key] = value
    else if (isSecretDefinition(definition) && !isAgreedUse(draft.document, row))
      opened.withheld.push(definition.key)
  }
  return opened
}

/** Returns undefined for a value that this document may not use. */
function openValue(
  { skillSetId, organisationId, document }: TestedDraft,
  definition: ConfigDefinition,
  row: SealedValue,
): Json | undefined {
  if (isSecretDefinition(definition) && !isAgreedUse(document, row)) return undefined
  const value = decryptConfigValue(testConfigOwner(organisationId, skillSetId), definition, row)
  const isShort =
    value !== undefined && (isShortSecret(definition, value) || isTooShortToUse(document, definition, value))
  return isShort ? undefined : value
}

/** Returns null also for those of a former owner, which a transfer deletes. */
async function findOwnTestConfig(
  db: Database | Tx,
  { skillSetId, organisationId }: Pick<TestedDraft, 'skillSetId' | 'organisationId'>,
) {
  const stored = await findTestConfig(db, skillSetId)
  return stored?.organisationId === organisationId ? stored : null
}
