/**
 * Takes secrets out of everything that leaves a run, at the moment of writing.
 *
 * Ground. A secret is looked for in every spelling in which it commonly travels: as it is, in JSON, in URLs, in
 * base64 (also in the middle of a longer text, as in "Basic user:password") and in hex.
 * Source: specification "Execution", Config and secrets, Redaction.
 */
import { isObject, type Json } from './json.ts'
import { openReplacer, type Replacer } from './replace-needles.ts'

export type Secret = { key: string; value: string }

// Shorter ones stand in every other word: taking them out would redact everything.
const MIN_LENGTH = 6
// Of one line of a longer secret: shorter ones may be anybody's.
const LINE_LENGTH = 16

/** `text` with every spelling of every secret replaced by `[redacted: key]`. */
export function redactText(text: string, secrets: readonly Secret[]): string {
  return redactorOf(secrets).replace(text)
}

/** A copy of `value` with every text in it redacted, names of properties included, and numbers that are secrets. */
export function redact<Value extends Json>(value: Value, secrets: readonly Secret[]): Value {
  const redactor = redactorOf(secrets)
  // Only texts change, so the kind of value stays.
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

// A run asks for every line of its log, always of one list, and to prepare for a long secret takes a while.
const known = new WeakMap<readonly Secret[], { count: number; redactor: Replacer }>()

function redactorOf(secrets: readonly Secret[]): Replacer {
  const before = known.get(secrets)
  if (before?.count === secrets.length) return before.redactor
  const markers = new Map<string, string>()
  for (const { key, value } of secrets) {
    for (const spelling of spellingsOf(value))
      if (!markers.has(spelling)) markers.set(spelling, `[redacted: ${key}]`)
  }
  const redactor = openReplacer(markers)
  known.set(secrets, { count: secrets.length, redactor })
  return redactor
}

/** Every spelling of a secret that is long enough to be searched for; none for a secret that is too short. */
export function spellingsOf(value: string): Set<string> {
  if (value.length < MIN_LENGTH || value === 'true' || value === 'false') return new Set()
  const all = [value, ...linesOf(value)].flatMap(everySpelling)
  return new Set(all.filter((each) => each.length >= MIN_LENGTH))
}

/** A key of many lines is printed line by line; what all keys begin and end with is no secret. */
function linesOf(value: string): string[] {
  const lines = value.split(/\r?\n/)
  return lines.length < 2
    ? []
    : lines.filter((each) => each.length >= LINE_LENGTH && !/^-----.*-----$/.test(each))
}

function everySpelling(value: string): string[] {
  const bytes = new TextEncoder().encode(value)
  const hex = hexOf(bytes)
  const json = JSON.stringify(value).slice(1, -1)
  return [
    value,
    json,
    json.replaceAll('/', '\\/'),
    // As Python writes JSON, and as pages write text.
    json.replace(/[^\x20-\x7e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ...htmlSpellings(value),
    ...urlSpellings(value),
    ...base64Spellings(bytes),
    hex,
    hex.toUpperCase(),
  ]
}

function htmlSpellings(value: string): string[] {
  const most = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return ['&#x27;', '&#39;', "'"].map((quote) => most.replaceAll('"', '&quot;').replaceAll("'", quote))
}

function urlSpellings(value: string): string[] {
  const whole = value.isWellFormed() ? encodeURIComponent(value) : value
  const strict = whole.replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
  // encodeURIComponent, RFC 3986, encodeURI, URLSearchParams, and Python's quote, which leaves slashes.
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  const ways = [
    whole,
    strict,
    value.isWellFormed() ? encodeURI(value) : value,
    form,
    strict.replaceAll('%2F', '/'),
  ]
  const upper = [...ways, ...ways.map((each) => each.replaceAll('%20', '+'))]
  return [...upper, ...upper.map((each) => each.replace(/%../g, (byte) => byte.toLowerCase()))]
}

/**
 * Base64 of the value alone, and of its inner part wherever it begins inside a longer text: the same bytes read
 * differently depending on how many come before, so there are three ways, each without the characters at its
 * ends that it shares with its neighbours.
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
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}
