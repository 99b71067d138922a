/** Config for trying a skill out: values given for the occasion, nothing stored. Floor 3, pure. */

import type { ConfigDefinition } from '../contract/document/skillset-document.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { checkConfigValues } from './check-config-values.ts'
import { defaultOf, putConfig, type UnsealedConfig } from './unseal-config.ts'

/** The same shape a real run gets, secrets as placeholders too. A value that does not fit counts as missing. */
export function rehearseConfig(definitions: readonly ConfigDefinition[], given: JsonObject): UnsealedConfig {
  const { values, issues } = checkConfigValues(definitions, given)
  const wrong = new Set(issues.map(({ path }) => path.split('/')[1]))
  const rehearsed: UnsealedConfig = { config: {}, secrets: [], missing: [] }
  for (const definition of definitions) {
    const { key, required } = definition
    const value = values[key] ?? defaultOf(definition)
    if (value !== undefined && !wrong.has(key)) putConfig(rehearsed, definition, value)
    else if (required || wrong.has(key)) rehearsed.missing.push(key)
  }
  return rehearsed
}
