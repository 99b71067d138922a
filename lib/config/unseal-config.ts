/**
 * Config on its way into a run.
 *
 * Floor 3, called by execution after the caller was authorised. Secrets stay behind: the run gets placeholders,
 * and the values travel beside them for the egress guard and for redaction. The exception is a secret that the
 * version says its code must read (`exposure: "raw"`) and that somebody agreed to.
 * Source: specification "Execution", Config and secrets.
 */
import { randomBytes } from 'node:crypto'
import { isSecret, readConfigText } from '../contract/document/config-values.ts'
import type { ConfigDefinition, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { Database, Tx } from '../db/client.ts'
import { listConfigValues } from '../db/config-values.ts'
import { openConfigValue } from './open-config-value.ts'
import { findAgreed, isAgreed, isReadRaw } from './secret-terms.ts'

export type UnsealedSecret = {
  key: string
  value: string
  /** What stands for it in the box; new for every run, so it cannot be guessed. */
  placeholder: string
}

export type UnsealedConfig = {
  /** What the handler gets: values and defaults, with a placeholder for each secret that it may not read. */
  config: JsonObject
  secrets: UnsealedSecret[]
  /** Keys without which nothing may run: required and unset, or set and no longer to be used as this version would. */
  missing: string[]
  /** Of those, the secrets that are set, and not for what this version does with them. */
  withheld?: string[]
}

/** Of what has nothing to configure. */
export const NO_CONFIG: UnsealedConfig = { config: {}, secrets: [], missing: [] }

type Configured = {
  skillSetId: string
  document: Pick<SkillSetDocument, 'configDefinitions' | 'permissions'>
}

/**
 * Opens what `organisation` has set for a published version. Writes nothing and asks nobody's leave. Its own versions are
 * asked about as everybody's: a plain member may publish one privately, and only owners and admins give secrets.
 */
export async function unsealConfig(
  db: Database | Tx,
  organisation: { id: string },
  version: Configured,
): Promise<UnsealedConfig> {
  const unsealed: UnsealedConfig = { config: {}, secrets: [], missing: [] }
  const definitions = version.document.configDefinitions ?? []
  if (definitions.length === 0) return unsealed

  const place = { organisationId: organisation.id, skillSetId: version.skillSetId }
  const rows = new Map((await listConfigValues(db, place)).map((row) => [row.key, row]))
  const hasSecrets = definitions.some(isSecret) && rows.size > 0
  const withheld: string[] = []
  const agreed = hasSecrets ? await findAgreed(db, place) : undefined
  for (const definition of definitions) {
    const row = rows.get(definition.key)
    const isWithheld = row && isSecret(definition) && !isAgreed(version.document, row, agreed)
    if (isWithheld) withheld.push(definition.key)
    const value = row ? openConfigValue(place, definition, row) : defaultOf(definition)
    if (!isWithheld && value !== undefined) putConfig(unsealed, definition, value, version.document)
    else if (row || definition.required) unsealed.missing.push(definition.key)
  }
  return { ...unsealed, ...(withheld.length > 0 && { withheld }) }
}

/** A secret has none; a draft that gives it one is not checked yet, neither for that nor for how long it is. */
export function defaultOf(definition: ConfigDefinition): Json | undefined {
  return definition.defaultValue === undefined || isSecret(definition)
    ? undefined
    : readConfigText(definition, definition.defaultValue)
}

export function putConfig(
  { config, secrets }: UnsealedConfig,
  definition: ConfigDefinition,
  value: Json,
  document: Pick<Configured['document'], 'permissions'>,
): void {
  const { key } = definition
  if (!isSecret(definition)) {
    config[key] = value
    return
  }
  const placeholder = `sbxsec_${randomBytes(18).toString('base64url')}`
  secrets.push({ key, value: typeof value === 'string' ? value : JSON.stringify(value), placeholder })
  config[key] = isReadRaw(document, key) ? value : placeholder
}
