/**
 * Config on its way into a run.
 *
 * Floor 3, called by execution after the caller was authorised. Secrets stay behind: the run gets placeholders,
 * and the values travel beside them for the egress guard and for redaction.
 * Source: specification "Execution", Config and secrets.
 */
import { randomBytes } from 'node:crypto'
import { isSecret, readConfigText } from '../contract/document/config-values.ts'
import type { ConfigDefinition } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { Database, Tx } from '../db/client.ts'
import { listConfigValues } from '../db/config-values.ts'
import { openConfigValue } from './open-config-value.ts'

export type UnsealedSecret = {
  key: string
  value: string
  /** What stands for it in the box; new for every run, so it cannot be guessed. */
  placeholder: string
}

export type UnsealedConfig = {
  /** What the handler gets: values and defaults, with a placeholder for each SECRET and sensitive one. */
  config: JsonObject
  secrets: UnsealedSecret[]
  /** Keys without which nothing may run: required and unset, or set and no longer to be opened. */
  missing: string[]
}

/** Opens what `organisation` has set for `version`. Writes nothing and asks nobody's leave. */
export async function unsealConfig(
  db: Database | Tx,
  organisation: { id: string },
  version: { skillSetId: string; document: { configDefinitions?: ConfigDefinition[] } },
): Promise<UnsealedConfig> {
  const unsealed: UnsealedConfig = { config: {}, secrets: [], missing: [] }
  const definitions = version.document.configDefinitions ?? []
  if (definitions.length === 0) return unsealed

  const place = { organisationId: organisation.id, skillSetId: version.skillSetId }
  const rows = new Map((await listConfigValues(db, place)).map((row) => [row.key, row]))
  for (const definition of definitions) {
    const row = rows.get(definition.key)
    const value = row ? openConfigValue(place, definition, row) : defaultOf(definition)
    if (value !== undefined) putConfig(unsealed, definition, value)
    else if (row || definition.required) unsealed.missing.push(definition.key)
  }
  return unsealed
}

export function defaultOf(definition: ConfigDefinition): Json | undefined {
  return definition.defaultValue === undefined
    ? undefined
    : readConfigText(definition, definition.defaultValue)
}

export function putConfig(
  { config, secrets }: UnsealedConfig,
  definition: ConfigDefinition,
  value: Json,
): void {
  const { key } = definition
  if (!isSecret(definition)) {
    config[key] = value
    return
  }
  const placeholder = `sbxsec_${randomBytes(18).toString('base64url')}`
  secrets.push({ key, value: typeof value === 'string' ? value : JSON.stringify(value), placeholder })
  config[key] = placeholder
}
