/** One organisation's values for one SkillSet, opened. Floor 3; what it returns must not leave the server. */
import { isSecret, readConfigText } from '../contract/document/config-values.ts'
import type { ConfigDefinition } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import type { SealedValue } from '../db/config-values.ts'
import type { InstallPlace } from '../db/installs.ts'
import { checkConfigValues } from './check-config-values.ts'
import { masterKeyOf } from './master-key.ts'
import { unseal } from './sealing.ts'

/**
 * Opens one value. Undefined when it cannot be used: sealed with a key this server no longer has, tampered with,
 * or written for an earlier version that asked for something else. What was given as a secret is that for ever: a
 * version that has made it a plain setting would read it as it is, and show it. A secret was held to the rule for it when
 * it was given: whoever writes the rule could otherwise learn it piece by piece, by what is refused.
 */
export function openConfigValue(
  place: InstallPlace,
  definition: ConfigDefinition,
  row: SealedValue,
): Json | undefined {
  if (row.wasSecret && !isSecret(definition)) return undefined
  const master = masterKeyOf(row.keyId)
  const text = master ? unseal(master, { ...place, key: row.key }, row.sealed) : null
  const value = text === null ? undefined : readConfigText(definition, text)
  if (value === undefined) return undefined
  const { validation, ...unruled } = definition
  const held = isSecret(definition) ? unruled : definition
  return checkConfigValues([held], { [row.key]: value }).issues.length === 0 ? value : undefined
}
