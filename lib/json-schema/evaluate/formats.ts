/**
 * The formats that contracts assert, as the official test suite has them; any other `format` is an annotation. Every
 * validator asks here: the server's, the interpreter's, and those that are compiled for forms. See docs/spec/contracts.md §1.
 */
// The main entry would load Ajv in browsers.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { areIdnaLabels } from './idna.ts'

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

/** Where the library is more lenient or stricter than the standard. */
const OWN: Partial<Record<AssertedFormat, (text: string) => boolean>> = {
  email: (text) => passes('email', text) || isEmail(text),
  'date-time': isDateTime,
  time: isTime,
  duration: (text) => DURATION.test(text),
  uuid: (text) => UUID.test(text),
  hostname: isHostname,
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

/** RFC 3339 §5.6, which also allows a space instead of "T". */
function isDateTime(text: string): boolean {
  const separator = text.charAt(10)
  return /^[tT ]$/.test(separator) && passes('date', text.slice(0, 10)) && isTime(text.slice(11))
}

const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))$/

function isTime(text: string): boolean {
  const [found, ...parts] = TIME.exec(text) ?? []
  if (found === undefined) return false
  const [hour = 0, minute = 0, second = 0] = parts.slice(0, 3).map(Number)
  const [zoneHour = 0, zoneMinute = 0] = parts.slice(4).map((part) => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false
  if (second < 60) return true
  // A leap second ends a day in UTC.
  const offset = (zoneHour * 60 + zoneMinute) * (parts[3] === '-' ? -1 : 1)
  const minuteOfDay = hour * 60 + minute - offset
  return (minuteOfDay + 2 * MINUTES_A_DAY) % MINUTES_A_DAY === MINUTES_A_DAY - 1
}

const MINUTES_A_DAY = 24 * 60

// RFC 3339, appendix A: no unit may be skipped between the first and the last.
const CLOCK = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)'
const DURATION = new RegExp(
  `^P(?:(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)(?:${CLOCK})?|${CLOCK}|\\d+W)$`,
)

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const MAX_HOSTNAME = 253
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** RFC 1123 §2.1 with the internationalised labels of RFC 5890; the dot of the root is no part of the name. */
function isHostname(text: string): boolean {
  if (text === '' || text.length > MAX_HOSTNAME) return false
  const labels = text.split('.')
  return labels.every((label) => LABEL.test(label)) && areIdnaLabels(labels)
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
