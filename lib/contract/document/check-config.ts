/**
 * Rules of config definitions that one field alone cannot keep.
 *
 * Ground; also in the browser. Source: "Skill Schema & Validation", Configuration Schema, Deployment Checklist.
 */
import type { Issue } from '../../errors.ts'
import { eachObject, repeated } from '../json/each-object.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { whyNotConfigRule } from './config-rule.ts'
import { checkConfigValue, isSecret, readConfigText } from './config-values.ts'
import type { ConfigDefinition } from './skillset-document.ts'

/** Every broken rule of `configDefinitions`; tolerant of unfinished ones. */
export function checkConfig(document: JsonObject): Issue[] {
  const definitions = eachObject(document.configDefinitions)
  return [
    ...repeated(definitions, 'key').map((index) => at(index, 'key', 'unique', 'key must be unique')),
    ...definitions.flatMap(([definition, index]) => checkDefinition(definition, index)),
  ]
}

function checkDefinition(given: JsonObject, index: number): Issue[] {
  // Read with care: in a draft any field may still be missing or wrong.
  const definition = given as unknown as ConfigDefinition
  const { type, options, validation, defaultValue, required } = definition
  const issues: Issue[] = []
  const isChoice = type === 'SELECT' || type === 'MULTI_SELECT'
  if (isChoice && !(Array.isArray(options) && options.length > 0)) {
    issues.push(at(index, 'options', 'options', `options must list at least 1 choice for ${type}`))
  }
  if (typeof validation === 'string' && validation !== '') {
    const reason = whyNotConfigRule(validation)
    const says = 'validation must be url, email, uuid, int or a regular expression'
    if (reason) issues.push(at(index, 'validation', 'validation', `${says}: ${reason}`))
  }
  return [...issues, ...checkDefault(definition, index, { isOptional: required === false, defaultValue })]
}

function checkDefault(
  definition: ConfigDefinition,
  index: number,
  { isOptional, defaultValue }: { isOptional: boolean; defaultValue: Json | undefined },
): Issue[] {
  if (isSecret(definition)) {
    const says = 'a secret cannot have a defaultValue: everybody could read it here'
    return defaultValue === undefined ? [] : [at(index, 'defaultValue', 'secret', says)]
  }
  if (defaultValue === undefined) {
    const says = 'defaultValue is needed: optional configuration must have a default'
    return isOptional ? [at(index, 'defaultValue', 'default', says)] : []
  }
  const hasNoChoice = String(definition.type).endsWith('SELECT') && !definition.options?.length
  if (typeof defaultValue !== 'string' || hasNoChoice) return []
  const value = readConfigText(definition, defaultValue)
  const faults =
    value === undefined ? [{ message: `is no ${definition.type}` }] : checkConfigValue(definition, value)
  return faults
    .slice(0, 1)
    .map(({ message }) => at(index, 'defaultValue', 'default', `defaultValue does not fit: ${message}`))
}

function at(index: number, key: string, keyword: string, message: string): Issue {
  return { path: `/configDefinitions/${index}/${key}`, keyword, message }
}
