import { isSecretDefinition } from '../contracts/document/config-values.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { AppError } from '../kernel/errors.ts'
import { type JsonObject, ownEntry } from '../kernel/json/json.ts'
import {
  checkConfigValues,
  configValueBytes,
  lengthIssues,
  secretsIssues,
  shortSecretIssues,
} from './check-config-values.ts'
import { addConfigValue, findConfigDefault, type UnsealedConfig } from './unseal-config.ts'

/**
 * Builds the config of a test run from values that the caller sent, with placeholders in place of secrets. Throws
 * INVALID_INPUT for values that are too long and secrets that are too short (`path` is "/key").
 */
export function buildTestConfig(
  document: Pick<SkillSetDocument, 'configDefinitions' | 'permissions'>,
  given: JsonObject,
): UnsealedConfig {
  const definitions = document.configDefinitions ?? []
  const secrets = definitions.filter(isSecretDefinition).flatMap(({ key }) => ownEntry(given, key) ?? [])
  const tooLong = [...lengthIssues(given), ...secretsIssues(secrets.map(configValueBytes))]
  if (tooLong.length > 0) throw new AppError('INVALID_INPUT', { issues: tooLong })
  const { values, issues } = checkConfigValues(definitions, given)
  const tooShort = shortSecretIssues(definitions, values)
  if (tooShort.length > 0) throw new AppError('INVALID_INPUT', { issues: tooShort })
  const wrong = new Set(issues.map(({ path }) => path.split('/')[1]))
  const testConfig: UnsealedConfig = { config: {}, secrets: [], missing: [] }
  for (const definition of definitions) {
    const { key, required } = definition
    const value = values[key] ?? findConfigDefault(definition)
    if (value !== undefined && !wrong.has(key)) addConfigValue(testConfig, definition, value, document)
    else if (required || wrong.has(key)) testConfig.missing.push(key)
  }
  return testConfig
}
