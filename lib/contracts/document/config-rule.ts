/** The `validation` of a setting: a named rule or a regular expression. See docs/spec/execution.md §3. */

import { patternHint, patternRequirement } from '../../json-schema/regex/describe-pattern.ts'
import { type LinearRegex, linearRegex, patternError } from '../../json-schema/regex/linear-regex.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'

type ConfigRule = {
  test: (text: string) => boolean
  /** Follows the label in an error message. */
  requirement: string
  schema: JsonSchema
}

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const INT = '^[+-]?\\d{1,15}$'
const EMAIL = '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$'

// biome-ignore format: table
const NAMED: Record<string, ConfigRule | undefined> = {
  url:   { test: isWebUrl,       requirement: 'must be a URL such as https://example.com', schema: { format: 'uri', pattern: '^https?://' } },
  email: { test: matches(EMAIL), requirement: 'must be an e-mail address',                 schema: { format: 'email' } },
  uuid:  { test: matches(UUID),  requirement: 'must be a UUID',                            schema: { format: 'uuid' } },
  int:   { test: matches(INT),   requirement: 'must be a whole number',                    schema: { pattern: INT } },
}

/** Returns null without a rule, and for an invalid expression, which `configRuleError` reports. */
export function configRule(validation: string | undefined): ConfigRule | null {
  if (!validation) return null
  const named = Object.hasOwn(NAMED, validation) ? NAMED[validation] : undefined
  if (named) return named
  if (patternError(validation)) return null
  return {
    test: matches(validation),
    requirement: patternRequirement(validation, {}, () => false),
    schema: { pattern: validation },
  }
}

// biome-ignore format: table
const HELP: Record<string, string | undefined> = { url: 'A URL.', email: 'An email address.', uuid: 'A UUID.', int: 'A whole number.' }

/** Returns the sentence that a form shows before a value is entered. */
export function configRuleHelp(validation: string): string {
  return (Object.hasOwn(NAMED, validation) ? HELP[validation] : undefined) ?? patternHint(validation, {})
}

/** Returns why the expression is invalid; undefined for a valid or named rule. */
export function configRuleError(validation: string): string | undefined {
  return Object.hasOwn(NAMED, validation) ? undefined : patternError(validation)
}

export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)
}

function matches(pattern: string): (text: string) => boolean {
  let regex: LinearRegex | undefined
  return (text) => {
    regex ??= linearRegex(pattern)
    return regex.test(text)
  }
}
