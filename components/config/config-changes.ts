import type { ConfigField } from '#lib/config/get-config-form.ts'
import type { ConfigChange } from '#lib/config/save-config-values.ts'
import { configRuleHelp } from '#lib/contracts/document/config-rule.ts'
import { configSchema, MIN_SECRET_CHARS } from '#lib/contracts/document/config-values.ts'
import { asSentence } from '#lib/contracts/forms/fields/field-labels.ts'
import { type Json, type JsonObject, type JsonSchema, ownEntry, sameText } from '#lib/kernel/json/json.ts'

export type ConfigChanges = Record<string, ConfigChange>

/** Stands for a stored secret, which itself never reaches the browser. */
export const STORED = '\u{0}stored'
export const REMOVED = '\u{0}removed'

export function configFormSchema(fields: readonly ConfigField[]): JsonSchema {
  const schema = configSchema(fields.map(({ definition }) => definition))
  const properties = Object.fromEntries(
    fields.map((field) => {
      const { key } = field.definition
      const property = ownEntry(schema.properties as JsonObject, key) as JsonObject
      const description = describeField(field)
      return [key, { ...property, ...(description && { description }), ...(field.isSecret && SEALED) }]
    }),
  )
  return { ...schema, properties }
}

const SEALED: JsonSchema = { 'x-note': 'Encrypted when you save. You cannot view this value afterwards.' }

/** Returns the stored values, with a placeholder for each secret. */
export function storedValues(fields: readonly ConfigField[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap(({ definition: { key }, isSecret, set, value }) => {
      const displayed = isSecret && set ? STORED : value
      return displayed === undefined ? [] : [[key, displayed]]
    }),
  )
}

/** Returns the changes to save. A stored secret stays until it is replaced or removed. */
export function findConfigChanges(fields: readonly ConfigField[], value: JsonObject): ConfigChanges {
  const changes: ConfigChanges = {}
  for (const { definition, isSecret, set, value: stored } of fields) {
    const { key } = definition
    const next = ownEntry(value, key)
    if (next === STORED) continue
    if (next === undefined || (isEmpty(next) && !isNoneChosen(definition, next))) {
      if (set && !isSecret) changes[key] = { kind: 'clear' }
    } else if (next === REMOVED) changes[key] = { kind: 'clear' }
    else if (isSecret || stored === undefined || !sameValue(stored, next))
      changes[key] = { kind: 'set', value: next }
  }
  return changes
}

/** Returns an issue for each stored value that cannot be used, except for fields that are being changed. */
export function unusableIssues(fields: readonly ConfigField[], changes: ConfigChanges) {
  return fields
    .filter(({ definition: { key }, isUnusable, isShort }) => (isUnusable || isShort) && !changes[key])
    .map((field) => ({ path: `/${field.definition.key}`, message: unusableMessage(field) }))
}

const WIDENED_MESSAGE =
  'This version does more with this secret than you agreed to. To agree, enter it again or install this version.'

const SHORT_MESSAGE = `This secret is shorter than ${MIN_SECRET_CHARS} characters, so it cannot be removed reliably from logs and results. Replace it.`

function unusableMessage({ isShort, isSecret }: ConfigField): string {
  if (isShort) return SHORT_MESSAGE
  return isSecret ? WIDENED_MESSAGE : 'The saved value is not valid for this version. Enter a new one.'
}

function isEmpty(value: Json): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}

/** Tells whether an empty choice is a value of its own, because clearing it would choose the default. */
function isNoneChosen({ defaultValue }: ConfigField['definition'], value: Json): boolean {
  return Array.isArray(value) && defaultValue !== undefined
}

function sameValue(a: Json, b: Json): boolean {
  return sameText(a) === sameText(b)
}

function describeField({ definition, isSecret, hosts, readRaw }: ConfigField): string {
  const { description, validation } = definition
  return [
    description && asSentence(description.trim()),
    validation && configRuleHelp(validation),
    readRaw !== undefined &&
      `The skill’s code can read this value.${readRaw && ` Reason given by the publisher: “${readRaw}”`}`,
    isSecret && readRaw === undefined && hosts.length > 0 && `Only sent to ${hosts.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
