/** Values of settings, which are stored as sealed text. See docs/spec/execution.md §3. */

import { readAsType } from '../../json-schema/inputs/coercions.ts'
import type { Issue } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { readJson } from '../../kernel/json/read-json.ts'
import { configRule } from './config-rule.ts'
import type { ConfigDefinition } from './skillset-document.ts'

export function isSecretDefinition({
  type,
  isSensitive,
}: Pick<ConfigDefinition, 'type' | 'isSensitive'>): boolean {
  return type === 'SECRET' || isSensitive === true
}

/** Shorter secrets cannot be redacted reliably: they occur by accident in other text. */
export const MIN_SECRET_CHARS = 8

/** Returns false for choices and booleans, whose values the contract lists, so that no length makes them secret. */
export function isShortSecret(definition: ConfigDefinition, value: Json): boolean {
  const isFreeText = ['SECRET', 'STRING', 'NUMBER'].includes(definition.type)
  return isSecretDefinition(definition) && isFreeText && formatConfigText(value).length < MIN_SECRET_CHARS
}

export function checkSecretLength(definition: ConfigDefinition, value: Json): Issue[] {
  if (!isShortSecret(definition, value)) return []
  const label = definition.label || definition.key
  const message = `${label} must have at least ${MIN_SECRET_CHARS} characters: shorter secrets cannot be redacted reliably`
  return [{ path: '', keyword: 'minLength', message }]
}

/** Returns the schema of the settings form. Fields are sorted by `order`; secrets are `writeOnly`, so no form shows them again. */
export function configSchema(definitions: readonly ConfigDefinition[]): JsonSchema {
  const ordered = [...definitions].sort((a, b) => a.order - b.order)
  const required = ordered.filter((definition) => definition.required).map(({ key }) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(
      ordered.map((definition) => [definition.key, toPropertySchema(definition)]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function toPropertySchema(definition: ConfigDefinition): JsonSchema {
  const { label, description, defaultValue } = definition
  const value = defaultValue === undefined ? undefined : parseConfigText(definition, defaultValue)
  return {
    title: label,
    ...(description && { description }),
    ...toTypeSchema(definition),
    ...(value !== undefined && !isSecretDefinition(definition) && { default: value }),
    ...(isSecretDefinition(definition) && { writeOnly: true }),
  }
}

function toTypeSchema(definition: ConfigDefinition): JsonSchema {
  const { type, options = [], validation } = definition
  const rule = configRule(validation)?.schema
  switch (type) {
    case 'NUMBER':
      return { type: validation === 'int' ? 'integer' : 'number' }
    case 'BOOLEAN':
      return { type: 'boolean' }
    case 'SELECT':
      return { type: 'string', enum: options }
    case 'MULTI_SELECT':
      return { type: 'array', items: { type: 'string', enum: options }, uniqueItems: true }
    default:
      return { type: 'string', minLength: isSecretDefinition(definition) ? MIN_SECRET_CHARS : 1, ...rule }
  }
}

/** Parses stored or default text by the setting's type. Returns undefined for text that is no value of it. */
export function parseConfigText({ type }: Pick<ConfigDefinition, 'type'>, text: string): Json | undefined {
  switch (type) {
    case 'NUMBER':
      return readAsType(text, 'number')[0]
    case 'BOOLEAN':
      return readAsType(text, 'boolean')[0]
    case 'MULTI_SELECT':
      return parseChoices(text)
    default:
      return text
  }
}

/** Parses JSON, which is how values are stored, or a comma-separated list, which is how authors write defaults. */
function parseChoices(text: string): Json | undefined {
  if (text.trim() === '') return []
  if (!text.trim().startsWith('[')) return text.split(',').map((each) => each.trim())
  const { value: list } = readJson(text)
  return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined
}

export function formatConfigText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function checkConfigValue(definition: ConfigDefinition, value: Json): Issue[] {
  const problem = configValueError(definition, value)
  return problem
    ? [{ path: '', keyword: 'config', message: `${definition.label || definition.key} ${problem}` }]
    : []
}

function configValueError(
  { type, options = [], validation }: ConfigDefinition,
  value: Json,
): string | undefined {
  switch (type) {
    case 'NUMBER':
      if (typeof value !== 'number') return 'must be a number'
      if (validation === 'int') return Number.isSafeInteger(value) ? undefined : 'must be a whole number'
      return ruleError(validation, formatConfigText(value))
    case 'BOOLEAN':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'SELECT':
      return options.some((each) => each === value) ? undefined : `must be one of ${options.join(', ')}`
    case 'MULTI_SELECT': {
      const isChosen =
        Array.isArray(value) && value.every((each) => options.some((option) => option === each))
      if (!isChosen) return `must be chosen from ${options.join(', ')}`
      return new Set(value).size === value.length ? undefined : 'must not repeat a choice'
    }
    default: {
      if (typeof value !== 'string') return 'must be text'
      if (value === '') return 'must not be empty'
      return ruleError(validation, value)
    }
  }
}

function ruleError(validation: string | undefined, text: string): string | undefined {
  const rule = configRule(validation)
  return !rule || rule.test(text) ? undefined : rule.requirement
}

/** Returns the keys of required settings that have neither a value nor a default. */
export function listMissingConfig(
  definitions: readonly ConfigDefinition[],
  present: Iterable<string>,
): string[] {
  const keys = new Set(present)
  return definitions
    .filter(({ required, defaultValue, key }) => required && defaultValue === undefined && !keys.has(key))
    .map(({ key }) => key)
}
