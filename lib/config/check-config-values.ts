import {
  checkConfigValue,
  checkSecretLength,
  formatConfigText,
  parseConfigText,
} from '../contracts/document/config-values.ts'
import type { ConfigDefinition } from '../contracts/document/skillset-document.ts'
import type { Issue } from '../kernel/errors.ts'
import { type Json, type JsonObject, ownEntry } from '../kernel/json/json.ts'
import { toPointer } from '../kernel/json/json-pointer.ts'

/** Parses form text ("42" for a number). Allows missing required keys, because forms may be filled in step by step. */
export function checkConfigValues(
  definitions: readonly ConfigDefinition[],
  values: JsonObject,
): { values: JsonObject; issues: Issue[] } {
  const issues: Issue[] = []
  const read: JsonObject = {}
  for (const [key, sent] of Object.entries(values)) {
    const path = toPointer([key])
    const definition = definitions.find((each) => each.key === key)
    if (!definition) {
      issues.push({ path, message: `Unknown setting “${key}”.`, keyword: 'config' })
      continue
    }
    const value = typedValue(definition, sent)
    issues.push(...checkConfigValue(definition, value).map((issue) => ({ ...issue, path })))
    read[key] = value
  }
  return { values: read, issues }
}

/** Checks the length of secrets that are being set. Stored ones were checked when they were set. */
export function shortSecretIssues(definitions: readonly ConfigDefinition[], values: JsonObject): Issue[] {
  return definitions.flatMap((definition) => {
    const value = ownEntry(values, definition.key)
    const issues = value === undefined ? [] : checkSecretLength(definition, value)
    return issues.map((issue) => ({ ...issue, path: toPointer([definition.key]) }))
  })
}

function typedValue(definition: ConfigDefinition, sent: Json): Json {
  const isTyped = definition.type === 'NUMBER' || definition.type === 'BOOLEAN'
  if (!isTyped || typeof sent !== 'string') return sent
  return parseConfigText(definition, sent) ?? sent
}

// The longest secret that people have is a private key in PEM, of about 3 KB.
const MAX_VALUE_CHARS = 16_384

// Every run searches for each spelling of all its secrets.
const MAX_SECRETS_BYTES = 65_536

export function lengthIssues(values: JsonObject): Issue[] {
  return Object.entries(values)
    .filter(([, value]) => formatConfigText(value).length > MAX_VALUE_CHARS)
    .map(([key]) => ({
      path: toPointer([key]),
      message: `must be at most ${MAX_VALUE_CHARS} characters`,
      keyword: 'maxLength',
    }))
}

export function secretsIssues(sizes: readonly number[]): Issue[] {
  const bytes = sizes.reduce((sum, each) => sum + each, 0)
  if (bytes <= MAX_SECRETS_BYTES) return []
  return [{ path: '', message: 'Secrets can be at most 64 KiB in total.', keyword: 'maxLength' }]
}

export function configValueBytes(value: Json): number {
  return Buffer.byteLength(formatConfigText(value))
}
