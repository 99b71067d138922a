/**
 * The formats that a contract asserts. Any other `format` is a note for the reader.
 *
 * Ground; also in the browser. Source: specification "Contracts" §1, last line.
 */
// Not the package's own entry: it brings Ajv along, and this is for browsers too.
import { fullFormats } from 'ajv-formats/dist/formats.js'

// biome-ignore format: a table reads in rows
export const ASSERTED_FORMATS = [
  'date-time', 'date', 'time', 'duration', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'regex', 'json-pointer',
] as const

export type AssertedFormat = (typeof ASSERTED_FORMATS)[number]

// No honest value of any of them is longer, and some of the patterns behind them are not linear.
const MAX_LENGTH = 8_192

/** Whether `text` is of the format. */
export function hasFormat(format: AssertedFormat, text: string): boolean {
  return CHECKS[format](text)
}

/** The same question of one format, for asking it often. */
export function checkOfFormat(format: AssertedFormat): (text: string) => boolean {
  return CHECKS[format]
}

const OWN: Partial<Record<AssertedFormat, (text: string) => boolean>> = {
  email: (text) => passes('email', text) || isEmail(text),
  // RFC 3339 §5.6: "T", or a space for who reads it; no other white space, which the pattern in use would take.
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

/** RFC 5321: a quoted local part and an address literal are as good as the usual form. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  const plainLocal = /^"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"$/u.test(local) ? 'quoted' : local
  const [, literal] = /^\[(.*)\]$/.exec(domain) ?? []
  if (literal === undefined) return passes('email', `${plainLocal}@${domain}`)
  const isAddress = literal.startsWith('IPv6:') ? passes('ipv6', literal.slice(5)) : passes('ipv4', literal)
  return isAddress && passes('email', `${plainLocal}@example.com`)
}

/** RFC 3986 where the pattern in use is too kind: brackets only around an address, ports only digits. */
function hasSoundAuthority(text: string): boolean {
  const [, authority = '', rest = ''] = /^[^:]*:(?:\/\/([^/?#]*))?(.*)$/s.exec(text) ?? []
  const place = /^(?:.*@)?(?:\[(?<literal>.*)\]|(?<host>[^:[\]]*))(?::(?<port>\d*))?$/s.exec(authority)
  if (!place || /[[\]]/.test(rest)) return false
  const { literal } = place.groups ?? {}
  return literal === undefined || /^v/i.test(literal) || passes('ipv6', literal)
}
