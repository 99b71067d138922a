/**
 * The `validation` of a config definition: one of four names, or a regular expression.
 *
 * Ground; also in the browser. Source: specification "Execution", Config and secrets.
 */
import type { JsonSchema } from '../json/json.ts'
import { type LinearRegex, linearRegex, whyNotPattern } from '../schema/linear-regex.ts'

export type ConfigRule = {
  holds: (text: string) => boolean
  /** The end of a sentence that begins with the label. */
  says: string
  /** What a form's schema says of it. */
  schema: JsonSchema
}

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const INT = '^[+-]?\\d{1,15}$'
// Local part, @, and at least two labels: what a person means by an address.
const EMAIL = '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$'

// biome-ignore format: a table reads in rows
const NAMED: Record<string, ConfigRule | undefined> = {
  url:   { holds: isWebUrl,       says: 'must be a URL such as https://example.com', schema: { format: 'uri', pattern: '^https?://' } },
  email: { holds: matches(EMAIL), says: 'must be an e-mail address',                 schema: { format: 'email' } },
  uuid:  { holds: matches(UUID),  says: 'must be a UUID',                            schema: { format: 'uuid' } },
  int:   { holds: matches(INT),   says: 'must be a whole number',                    schema: { pattern: INT } },
}

/** What `validation` asks of a text; null when it asks nothing, or nothing that can be understood. */
export function configRule(validation: string | undefined): ConfigRule | null {
  if (!validation) return null
  const named = Object.hasOwn(NAMED, validation) ? NAMED[validation] : undefined
  if (named) return named
  if (whyNotPattern(validation)) return null
  return { holds: matches(validation), says: `must match ${validation}`, schema: { pattern: validation } }
}

/** Why `validation` is no rule; undefined when it is one. */
export function whyNotConfigRule(validation: string): string | undefined {
  return Object.hasOwn(NAMED, validation) ? undefined : whyNotPattern(validation)
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
