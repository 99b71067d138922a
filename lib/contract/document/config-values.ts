/**
 * Config definitions into a form, and stored text into typed values.
 *
 * Ground; also in the browser. Every value is stored as text (and sealed); its definition says what it is.
 * Source: specification "Execution", Config and secrets; "Skill Schema & Validation", Configuration Schema.
 */
import type { Issue } from '../../errors.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { readJson } from '../json/read-json.ts'
import { readingsOf } from '../values/coerce.ts'
import { configRule } from './config-rule.ts'
import type { ConfigDefinition } from './skillset-document.ts'

/** Whether a value must never be shown again. */
export function isSecret({ type, isSensitive }: Pick<ConfigDefinition, 'type' | 'isSensitive'>): boolean {
  return type === 'SECRET' || isSensitive === true
}

/** The schema the form engine draws: one property per definition, in their order. Secrets are `writeOnly`. */
export function configSchema(definitions: readonly ConfigDefinition[]): JsonSchema {
  const ordered = [...definitions].sort((a, b) => a.order - b.order)
  const required = ordered.filter((definition) => definition.required).map(({ key }) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(ordered.map((definition) => [definition.key, propertyOf(definition)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function propertyOf(definition: ConfigDefinition): JsonSchema {
  const { label, description, defaultValue } = definition
  const value = defaultValue === undefined ? undefined : readConfigText(definition, defaultValue)
  return {
    title: label,
    ...(description && { description }),
    ...typeOf(definition),
    ...(value !== undefined && !isSecret(definition) && { default: value }),
    ...(isSecret(definition) && { writeOnly: true }),
  }
}

function typeOf({ type, options = [], validation }: ConfigDefinition): JsonSchema {
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
      return { type: 'string', minLength: 1, ...rule }
  }
}

/** The typed value of a stored text; undefined when the text does not fit the type. */
export function readConfigText({ type }: Pick<ConfigDefinition, 'type'>, text: string): Json | undefined {
  switch (type) {
    case 'NUMBER':
      return readingsOf(text, 'number')[0]
    case 'BOOLEAN':
      return readingsOf(text, 'boolean')[0]
    case 'MULTI_SELECT':
      return readChoices(text)
    default:
      return text
  }
}

/** A JSON list, as it is stored, or choices between commas, as a publisher writes a default. */
function readChoices(text: string): Json | undefined {
  if (text.trim() === '') return []
  if (!text.trim().startsWith('[')) return text.split(',').map((each) => each.trim())
  const { value: list } = readJson(text)
  return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined
}

/** The text that is stored (and sealed) for a typed value. */
export function writeConfigText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What is wrong with a typed value of `definition`; [] when it may be stored. Paths are "". */
export function checkConfigValue(definition: ConfigDefinition, value: Json): Issue[] {
  const says = whyNotValue(definition, value)
  return says
    ? [{ path: '', keyword: 'config', message: `${definition.label || definition.key} ${says}` }]
    : []
}

function whyNotValue({ type, options = [], validation }: ConfigDefinition, value: Json): string | undefined {
  switch (type) {
    case 'NUMBER':
      if (typeof value !== 'number') return 'must be a number'
      return validation === 'int' && !Number.isSafeInteger(value) ? 'must be a whole number' : undefined
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
      const rule = configRule(validation)
      return !rule || rule.holds(value) ? undefined : rule.says
    }
  }
}

/** Keys of required definitions that have neither a value nor a default. `present` are the keys that are set. */
export function missingConfig(definitions: readonly ConfigDefinition[], present: Iterable<string>): string[] {
  const keys = new Set(present)
  return definitions
    .filter(({ required, defaultValue, key }) => required && defaultValue === undefined && !keys.has(key))
    .map(({ key }) => key)
}
