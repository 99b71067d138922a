/**
 * Finds secrets in all common encodings: JSON, URL, HTML, UTF-16, base64 (also inside longer text), hex and
 * byte lists. See docs/spec/execution.md §3.
 */
import { isObject, type Json } from '../json/json.ts'
import { openReplacer, type Replacer } from './replace-needles.ts'

export type Secret = { key: string; value: string }

/**
 * Shorter values occur in ordinary text. New secrets must be longer (`MIN_SECRET_CHARS`); older ones may have
 * 6 or 7 characters.
 */
export const MIN_SEARCHED_CHARS = 6
// Minimum for lines of a multi-line secret; shorter ones are not specific enough.
const LINE_LENGTH = 16

export function redactText(text: string, secrets: readonly Secret[]): string {
  return compileRedactor(secrets).replace(text)
}

/** Redacts a text that comes in parts; see `Replacer.openStream`. */
export function openRedaction(secrets: readonly Secret[]): ReturnType<Replacer['openStream']> {
  return compileRedactor(secrets).openStream()
}

/** Includes property names, and numbers that are secrets. */
export function redact<Value extends Json>(value: Value, secrets: readonly Secret[]): Value {
  const redactor = compileRedactor(secrets)
  return redactIn(value, redactor) as Value
}

function redactIn(value: Json, redactor: Replacer): Json {
  if (typeof value === 'string') return redactor.replace(value)
  if (typeof value === 'number') {
    const text = String(value)
    const redacted = redactor.replace(text)
    return redacted === text ? value : redacted
  }
  if (Array.isArray(value)) return value.map((each) => redactIn(each, redactor))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [redactor.replace(key), redactIn(each, redactor)]),
  )
}

// Cached, because each log line is redacted and preparing long secrets is slow.
const known = new WeakMap<readonly Secret[], { count: number; redactor: Replacer }>()

function compileRedactor(secrets: readonly Secret[]): Replacer {
  const before = known.get(secrets)
  if (before?.count === secrets.length) return before.redactor
  const markers = new Map<string, string>()
  for (const { key, value } of secrets) {
    for (const spelling of encodeSpellings(value))
      if (!markers.has(spelling)) markers.set(spelling, `[redacted: ${key}]`)
  }
  const redactor = openReplacer(markers)
  known.set(secrets, { count: secrets.length, redactor })
  return redactor
}

/** Returns an empty set for a secret that is too short. */
export function encodeSpellings(value: string): Set<string> {
  if (value.length < MIN_SEARCHED_CHARS || value === 'true' || value === 'false') return new Set()
  const all = [value, ...listSecretLines(value)].flatMap(everySpelling)
  return new Set(all.filter((each) => each.length >= MIN_SEARCHED_CHARS))
}

/** Keys are printed line by line; their header and footer are not secret. */
function listSecretLines(value: string): string[] {
  const lines = value.split(/\r?\n/)
  return lines.length < 2
    ? []
    : lines.filter((each) => each.length >= LINE_LENGTH && !/^-----.*-----$/.test(each))
}

/** Escapes, case, most UTF-16 and line breaks in base64 are normalised during the search. */
function everySpelling(value: string): string[] {
  const bytes = new TextEncoder().encode(value)
  const text = textOf(bytes)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'))
  return [
    value,
    text,
    ...utf16Spellings(value),
    // Form encoding, where other characters may be escaped too.
    text.replaceAll(' ', '+'),
    ...escapedSpellings(value),
    ...base64Spellings(bytes),
    hex.join(''),
    ...(bytes.length > MAX_LISTED_BYTES ? [] : listSpellings(bytes, hex)),
  ]
}

/** Text before a secret may look like the start of an escape ("%4" before "1…"). */
function escapedSpellings(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const ascii = json.replace(
    /[^\x20-\x7e]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [json, json.replaceAll('/', '\\/'), ascii, ...htmlSpellings(value), ...urlSpellings(value)]
}

function htmlSpellings(value: string): string[] {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return ['&#x27;', '&#39;', "'"].map((quote) => escaped.replaceAll('"', '&quot;').replaceAll("'", quote))
}

function urlSpellings(value: string): string[] {
  const whole = value.isWellFormed() ? encodeURIComponent(value) : value
  const strict = whole.replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
  // encodeURIComponent, RFC 3986, encodeURI, URLSearchParams, and Python's quote, which leaves slashes.
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  const spellings = [
    whole,
    strict,
    value.isWellFormed() ? encodeURI(value) : value,
    form,
    strict.replaceAll('%2F', '/'),
  ]
  return [...spellings, ...spellings.map((each) => each.replaceAll('%20', '+'))]
}

/** Searching for longer byte lists would take too much memory. */
const MAX_LISTED_BYTES = 1024

/** Hex as tools print it, and decimal numbers as in a Node Buffer's JSON. */
function listSpellings(bytes: Uint8Array, hex: readonly string[]): string[] {
  return [hex.join(':'), hex.join(' '), hex.join('-'), [...bytes].join(','), [...bytes].join(', ')]
}

/** UTF-16 bytes, for characters beyond Latin-1; the others only have NULs between them. */
function utf16Spellings(value: string): string[] {
  if (!/[^\0-\xff]/.test(value)) return []
  const units = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index))
  const bigEndian = units.map((unit) => String.fromCharCode(unit >> 8, unit & 0xff))
  const littleEndian = units.map((unit) => String.fromCharCode(unit & 0xff, unit >> 8))
  return [bigEndian.join(''), littleEndian.join('')]
}

/**
 * Inside a longer text, base64 depends on the number of preceding bytes modulo 3, so there are three
 * variants, without the characters shared with neighbouring bytes.
 */
function base64Spellings(bytes: Uint8Array): string[] {
  const whole = base64Of(bytes)
  const inner = [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length)
    padded.set(bytes, before)
    const firstWhole = Math.ceil((before * 8) / 6)
    const endOfWhole = Math.floor((padded.length * 8) / 6)
    return base64Of(padded).slice(firstWhole, endOfWhole)
  })
  const standard = [whole, whole.replace(/=+$/, ''), ...inner]
  return [...standard, ...standard.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'))]
}

function base64Of(bytes: Uint8Array): string {
  return btoa(textOf(bytes))
}

function textOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

// biome-ignore format: table
const SHAPES: readonly [RegExp, string][] = [
  [/\bgh_[\w-]{16,}/g,                                               'gh_[redacted]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi,                            '$1 [redacted]'],
  [/((?:__Secure-|__Host-)?next-auth\.session-token(?:\.\d+)?=)[^;\s"\\]+/g, '$1[redacted]'],
  // The password ends at the last @. Length limits keep matching linear.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/"'\\]{0,200}:)[^\s/"'\\]{1,500}@/gi, '$1[redacted]@'],
]

export function withoutKeys(text: string): string {
  return SHAPES.reduce((left, [shape, instead]) => left.replace(shape, instead), text)
}
