/** Replaces sensitive values in a recording, so that a version that is tried on it does not get them from an answer. */
import type { ReplacedValue } from '../../json-schema/samples/replace-sensitive.ts'
import type { PublicError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import type { RecordedExchange } from '../../sandbox/sandbox.ts'

/** Shorter texts occur by chance: replacing them would change answers that have nothing to do with the value. */
const MIN_CHARS = 4

/** Different values. The whole recording, up to 4 MiB, is searched for each of them. */
const MAX_VALUES = 500

/**
 * Returns the recording with the samples in place of the values: in the addresses of requests, so that a version which gets
 * the sample as its input is still answered, and in all answers, also those that are errors. Texts and numbers shorter than
 * 4 characters, and booleans, stay.
 *
 * Returns null if values could be left in it: when there are more than 500 different ones, and when the body of an answer is
 * not text, such as a compressed file, where a value cannot be found.
 *
 * A request that had a value in its body is not answered any more: its recording has only the digest of the body.
 */
export function maskRecording(
  recording: RunRecording,
  values: readonly ReplacedValue[],
): RunRecording | null {
  const leaves = listLeaves(values)
  if (leaves.length === 0) return recording
  if (leaves.length > MAX_VALUES || recording.exchanges.some(hasBinaryBody)) return null
  const mask = createMask(leaves)
  return {
    ...recording,
    exchanges: recording.exchanges.map((exchange) => maskExchange(exchange, mask)),
    calls: recording.calls.map(({ method, digest, reply }) => ({
      ...{ method, digest },
      reply:
        'value' in reply ? { value: maskJson(reply.value, mask) } : { error: maskError(reply.error, mask) },
    })),
  }
}

function hasBinaryBody({ reply }: RecordedExchange): boolean {
  return reply.kind === 'response' && 'base64' in reply.body && reply.body.base64 !== ''
}

/** A text, or a number as text. */
type Leaf = { text: string; sample: string; isNumber: boolean }

type Mask = (text: string) => string

/** Returns the different texts and numbers in the values; one that is both counts as a text, which is replaced everywhere. */
function listLeaves(values: readonly ReplacedValue[]): Leaf[] {
  const leaves = new Map<string, Leaf>()
  const add = ({ value, sample }: ReplacedValue): void => {
    if (value !== null && typeof value === 'object') {
      for (const [key, part] of Object.entries(value))
        add({ value: part, sample: partOf(sample, key) ?? (typeof part === 'number' ? 0 : 'sample') })
      return
    }
    const text = toText(value)
    if (value === null || typeof value === 'boolean' || text.length < MIN_CHARS || text === toText(sample))
      return
    const isNumber = typeof value === 'number'
    if (!leaves.has(text) || !isNumber) leaves.set(text, { text, sample: toText(sample), isNumber })
  }
  for (const value of values) add(value)
  return [...leaves.values()]
}

/** Replaces all values in one pass, a longer one before its own parts. */
function createMask(leaves: readonly Leaf[]): Mask {
  const samples = new Map<string, string>()
  const patterns = new Map<string, string>()
  for (const { text, sample, isNumber } of leaves)
    for (const spell of SPELLINGS) {
      const spelled = spell(text)
      if (samples.has(spelled)) continue
      samples.set(spelled, spell(sample))
      const pattern = RegExp.escape(spelled)
      patterns.set(spelled, isNumber ? String.raw`(?<![\d.])${pattern}(?![\d.])` : pattern)
    }
  const longestFirst = [...patterns].toSorted(([one], [other]) => other.length - one.length)
  const all = new RegExp(longestFirst.map(([, pattern]) => pattern).join('|'), 'g')
  return (text) => text.replace(all, (found) => samples.get(found) ?? '')
}

/** How a value is written in a text, in an address, in a form, and within JSON. */
const SPELLINGS: ((text: string) => string)[] = [
  (text) => text,
  escapePercent,
  (text) => lowerEscapes(escapePercent(text)),
  escapeForm,
  (text) => lowerEscapes(escapeForm(text)),
  escapeJson,
  (text) => escapeJson(text).replace(/[^ -~]/g, escapeUnit),
]

function escapePercent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** As in `application/x-www-form-urlencoded`: a space is "+". */
function escapeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

function lowerEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Some encoders of JSON write only ASCII. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function partOf(sample: Json, key: string): Json | undefined {
  return sample !== null && typeof sample === 'object' && Object.hasOwn(sample, key)
    ? Object.entries(sample).find(([name]) => name === key)?.[1]
    : undefined
}

function toText(value: Json): string {
  if (typeof value === 'string') return value
  return value !== null && typeof value === 'object' ? '' : String(value)
}

function maskExchange(exchange: RecordedExchange, mask: Mask): RecordedExchange {
  const { reply } = exchange
  const url = mask(exchange.url)
  if (reply.kind === 'failure') return { ...exchange, url, reply: { ...reply, message: mask(reply.message) } }
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? mask(value) : value.map(mask),
    ]),
  )
  const body = 'text' in reply.body ? { text: mask(reply.body.text) } : reply.body
  return { ...exchange, url, reply: { ...reply, headers, body } }
}

function maskError({ details, ...error }: PublicError, mask: Mask): PublicError {
  return {
    ...error,
    message: mask(error.message),
    ...(error.type !== undefined && { type: mask(error.type) }),
    ...(error.suggested_action !== undefined && { suggested_action: mask(error.suggested_action) }),
    ...(error.href !== undefined && { href: mask(error.href) }),
    ...(details && {
      details: details.map(({ params, ...issue }) => ({
        ...issue,
        path: mask(issue.path),
        message: mask(issue.message),
        ...(params && { params: maskEntries(params as JsonObject, mask) }),
      })),
    }),
  }
}

function maskJson(value: Json, mask: Mask): Json {
  if (typeof value === 'string') return mask(value)
  if (typeof value === 'number') {
    const masked = mask(String(value))
    return masked === String(value) ? value : Number(masked) || 0
  }
  if (Array.isArray(value)) return value.map((item) => maskJson(item, mask))
  return isObject(value) ? maskEntries(value, mask) : value
}

function maskEntries(value: JsonObject, mask: Mask): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [mask(key), maskJson(each, mask)]))
}
