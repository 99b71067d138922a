/**
 * The run gets placeholders; values go to the egress guard and to redaction. Code gets secrets with consent to
 * `exposure: "raw"`. See docs/spec/execution.md §3.
 */
import { randomBytes } from 'node:crypto'
import {
  formatConfigText,
  isSecretDefinition,
  isShortSecret,
  parseConfigText,
} from '../contracts/document/config-values.ts'
import type { ConfigDefinition, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { InstallKey } from '../installs/rows/installs.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../kernel/json/json.ts'
import { MIN_SEARCHED_CHARS } from '../kernel/redaction/redact.ts'
import type { SandboxSecret } from '../sandbox/sandbox.ts'
import { checkConfigValues } from './check-config-values.ts'
import { findMasterKey } from './master-key.ts'
import { listConfigValues, type SealedValue } from './rows/config-value-rows.ts'
import { unseal } from './sealing.ts'
import { findConsentedDocument, isConsentedUse, isReadRaw, listSecretUses } from './secret-consent.ts'

export type UnsealedSecret = {
  key: string
  value: string
  /** The placeholder is random for each run, so that code cannot guess one. */
  placeholder: string
} & Partial<Pick<SandboxSecret, 'hosts' | 'sentIn'>>

export type UnsealedConfig = {
  /** Includes defaults, and placeholders for secrets. */
  config: JsonObject
  secrets: UnsealedSecret[]
  /** Keys that are required and unset, or set without consent to this use. */
  missing: string[]
  /** Keys that are set, but not for this version's use. */
  withheld?: string[]
  /** `context.integrations`, and the accounts with their providers' hosts. */
  integrations?: { context: JsonObject; accounts: { connectionId: string; hosts: string[] }[] }
}

export const NO_CONFIG: UnsealedConfig = { config: {}, secrets: [], missing: [] }

type Configured = {
  skillSetId: string
  document: Pick<SkillSetDocument, 'configDefinitions' | 'permissions'>
}

/**
 * Checks consent even for the organisation's own versions: a plain member may publish one privately, but only owners
 * and admins set secrets.
 */
export async function unsealConfig(
  db: Database | Tx,
  organisation: { id: string },
  version: Configured,
): Promise<UnsealedConfig> {
  const unsealed: UnsealedConfig = { config: {}, secrets: [], missing: [] }
  const definitions = version.document.configDefinitions ?? []
  if (definitions.length === 0) return unsealed

  const installKey = { organisationId: organisation.id, skillSetId: version.skillSetId }
  const rows = new Map((await listConfigValues(db, installKey)).map((row) => [row.key, row]))
  const hasSecrets = definitions.some(isSecretDefinition) && rows.size > 0
  const withheld: string[] = []
  const agreed = hasSecrets ? await findConsentedDocument(db, installKey) : undefined
  for (const definition of definitions) {
    const row = rows.get(definition.key)
    const isWithheld = row && isSecretDefinition(definition) && !isConsentedUse(version.document, row, agreed)
    if (isWithheld) withheld.push(definition.key)
    const opened = row ? decryptConfigValue(installKey, definition, row) : findConfigDefault(definition)
    const value = isTooShortToUse(version.document, definition, opened) ? undefined : opened
    if (!isWithheld && value !== undefined) addConfigValue(unsealed, definition, value, version.document)
    else if (row || definition.required) unsealed.missing.push(definition.key)
  }
  return { ...unsealed, ...(withheld.length > 0 && { withheld }) }
}

/** Whether a secret is too short to be found and redacted in responses. Secrets that code reads raw may be shorter. */
export function isTooShortToUse(
  document: Pick<Configured['document'], 'permissions'>,
  definition: ConfigDefinition,
  value: Json | undefined,
): boolean {
  if (value === undefined || !isShortSecret(definition, value)) return false
  const terms = listSecretUses(document, definition.key)
  const isSent = terms.length > 0 && !terms.includes('raw')
  return isSent && formatConfigText(value).length < MIN_SEARCHED_CHARS
}

/** Returns no default for a secret, which an unchecked draft may declare. */
export function findConfigDefault(definition: ConfigDefinition): Json | undefined {
  return definition.defaultValue === undefined || isSecretDefinition(definition)
    ? undefined
    : parseConfigText(definition, definition.defaultValue)
}

export function addConfigValue(
  { config, secrets }: UnsealedConfig,
  definition: ConfigDefinition,
  value: Json,
  document: Pick<Configured['document'], 'permissions'>,
): void {
  const { key } = definition
  if (!isSecretDefinition(definition)) {
    config[key] = value
    return
  }
  const placeholder = makePlaceholder()
  secrets.push({ key, value: typeof value === 'string' ? value : JSON.stringify(value), placeholder })
  config[key] = isReadRaw(document, key) ? value : placeholder
}

/** Returns a placeholder in the form for which the egress guard searches. */
export function makePlaceholder(): string {
  return `sbxsec_${randomBytes(18).toString('base64url')}`
}

/**
 * The value must not leave the server; undefined if unusable. A stored secret stays one if a version makes it plain.
 * Secrets are validated when set: a publisher could learn them from refusals.
 */
export function decryptConfigValue(
  installKey: InstallKey,
  definition: ConfigDefinition,
  row: SealedValue,
): Json | undefined {
  if (row.wasSecret && !isSecretDefinition(definition)) return undefined
  const master = findMasterKey(row.keyId)
  const text = master ? unseal(master, { ...installKey, key: row.key }, row.sealed) : null
  const value = text === null ? undefined : parseConfigText(definition, text)
  if (value === undefined) return undefined
  const { validation, ...unruled } = definition
  const checkedDefinition = isSecretDefinition(definition) ? unruled : definition
  return checkConfigValues([checkedDefinition], { [row.key]: value }).issues.length === 0 ? value : undefined
}
