/** Any other `format` is an annotation. See docs/spec/contracts.md §1. */
// The main entry would load Ajv in browsers.
import { fullFormats } from 'ajv-formats/dist/formats.js'

// biome-ignore format: table
export const ASSERTED_FORMATS = [
  'date-time', 'date', 'time', 'duration', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'regex', 'json-pointer',
] as const

export type AssertedFormat = (typeof ASSERTED_FORMATS)[number]

// Some patterns are not linear.
const MAX_LENGTH = 8_192

export function hasFormat(format: AssertedFormat, text: string): boolean {
  return CHECKS[format](text)
}

export function checkOfFormat(format: AssertedFormat): (text: string) => boolean {
  return CHECKS[format]
}

const OWN: Partial<Record<AssertedFormat, (text: string) => boolean>> = {
  email: (text) => passes('email', text) || isEmail(text),
  // RFC 3339 §5.6 allows a space instead of "T", the library any white space.
  'date-time': (text) => !/[^\S ]/.test(text) && passes('date-time', text),
  uri: (text) => passes('uri', text) && hasSoundAuthority(text),
}

const CHECKS = Object.fromEntries(
  ASSERTED_FORMATS.map((format) => {
    const check = OWN[format] ?? plainCheck(format)
    return [format, (text: string) => text.length <= MAX_LENGTH && check(text)]
  }),
) as Record<AssertedFormat, (text: string) => boolean>

function plainCheck(format: AssertedFormat): (text: string) => boolean {
  const definition = fullFormats[format]
  if (definition instanceof RegExp) return (text) => definition.test(text)
  if (typeof definition === 'function') return definition as (text: string) => boolean
  const { validate } = definition as { validate: RegExp | ((text: string) => boolean) }
  return validate instanceof RegExp ? (text) => validate.test(text) : validate
}

function passes(format: AssertedFormat, text: string): boolean {
  return plainCheck(format)(text)
}

/** RFC 5321 allows quoted local parts and address literals. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  const plainLocal = /^"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"$/u.test(local) ? 'quoted' : local
  const [, literal] = /^\[(.*)\]$/.exec(domain) ?? []
  if (literal === undefined) return passes('email', `${plainLocal}@${domain}`)
  const isAddress = literal.startsWith('IPv6:') ? passes('ipv6', literal.slice(5)) : passes('ipv4', literal)
  return isAddress && passes('email', `${plainLocal}@example.com`)
}

/** RFC 3986 allows brackets only around an address and digits in a port. */
function hasSoundAuthority(text: string): boolean {
  const [, authority = '', rest = ''] = /^[^:]*:(?:\/\/([^/?#]*))?(.*)$/s.exec(text) ?? []
  const parts = /^(?:.*@)?(?:\[(?<literal>.*)\]|(?<host>[^:[\]]*))(?::(?<port>\d*))?$/s.exec(authority)
  if (!parts || /[[\]]/.test(rest)) return false
  const { literal } = parts.groups ?? {}
  return literal === undefined || /^v/i.test(literal) || passes('ipv6', literal)
}
