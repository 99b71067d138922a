/** Config for trying a skill out: values given for the occasion, nothing stored. Floor 3, pure. */

import { isSecret } from '../contract/document/config-values.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { ownEntry } from '../contract/json/own-entry.ts'
import { AppError } from '../errors.ts'
import { checkConfigValues } from './check-config-values.ts'
import { defaultOf, putConfig, type UnsealedConfig } from './unseal-config.ts'
import { lengthIssues, secretsIssues, sizeOf } from './value-length.ts'

/**
 * The same shape a real run gets, secrets as placeholders too. A value that does not fit counts as missing; throws
 * INVALID_INPUT for one that is longer than any that can be saved (`path` is "/key").
 */
export function rehearseConfig(
  document: Pick<SkillSetDocument, 'configDefinitions' | 'permissions'>,
  given: JsonObject,
): UnsealedConfig {
  const definitions = document.configDefinitions ?? []
  const secrets = definitions.filter(isSecret).flatMap(({ key }) => ownEntry(given, key) ?? [])
  const tooLong = [...lengthIssues(given), ...secretsIssues(secrets.map(sizeOf))]
  if (tooLong.length > 0) throw new AppError('INVALID_INPUT', { issues: tooLong })
  const { values, issues } = checkConfigValues(definitions, given)
  const wrong = new Set(issues.map(({ path }) => path.split('/')[1]))
  const rehearsed: UnsealedConfig = { config: {}, secrets: [], missing: [] }
  for (const definition of definitions) {
    const { key, required } = definition
    const value = values[key] ?? defaultOf(definition)
    if (value !== undefined && !wrong.has(key)) putConfig(rehearsed, definition, value, document)
    else if (required || wrong.has(key)) rehearsed.missing.push(key)
  }
  return rehearsed
}
