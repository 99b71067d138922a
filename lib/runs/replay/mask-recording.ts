/** Replaces sensitive values in a recording, so that a version that is tried on it does not get them from an answer. */
import type { ReplacedValue } from '../../json-schema/samples/replace-sensitive.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import type { RecordedBody, RecordedExchange } from '../../sandbox/sandbox.ts'

/** Shorter texts occur by chance: replacing them would change answers that have nothing to do with the value. */
const MIN_CHARS = 4

/**
 * Returns the recording with the samples in place of the values: in the addresses of requests, so that a version which gets
 * the sample as its input is still answered, and in all answers. Texts and numbers shorter than 4 characters, and booleans, stay.
 *
 * A request that had a value in its body is not answered any more: its recording has only the digest of the body.
 */
export function maskRecording(recording: RunRecording, values: readonly ReplacedValue[]): RunRecording {
  const needles = values.flatMap(toNeedles).toSorted((one, other) => other.text.length - one.text.length)
  if (needles.length === 0) return recording
  const mask = (text: string) =>
    needles.reduce((before, { pattern, sample }) => before.replace(pattern, () => sample), text)
  return {
    ...recording,
    exchanges: recording.exchanges.map((exchange) => maskExchange(exchange, mask)),
    calls: recording.calls.map(({ reply, ...call }) => ({
      ...call,
      reply: 'value' in reply ? { value: maskJson(reply.value, mask) } : reply,
    })),
  }
}

type Needle = { text: string; pattern: RegExp; sample: string }

/** A value stands in an address percent-encoded, too, and in a body with the escapes of JSON. */
function toNeedles({ value, sample }: ReplacedValue): Needle[] {
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, part]) =>
      toNeedles({ value: part, sample: partOf(sample, key) ?? (typeof part === 'number' ? 0 : 'sample') }),
    )
  const text = toText(value)
  if (value === null || typeof value === 'boolean' || text.length < MIN_CHARS || text === toText(sample))
    return []
  const edge = typeof value === 'number' ? ['(?<![\\d.])', '(?![\\d.])'] : ['', '']
  const forms: [string, string][] = [
    [text, toText(sample)],
    [encodeURIComponent(text), encodeURIComponent(toText(sample))],
    [escapeJson(text), escapeJson(toText(sample))],
  ]
  return forms.map(([form, replacement]) => ({
    text: form,
    pattern: new RegExp(`${edge[0]}${RegExp.escape(form)}${edge[1]}`, 'g'),
    sample: replacement,
  }))
}

function partOf(sample: Json, key: string): Json | undefined {
  return sample !== null && typeof sample === 'object'
    ? Object.entries(sample).find(([name]) => name === key)?.[1]
    : undefined
}

function toText(value: Json): string {
  if (typeof value === 'string') return value
  return value !== null && typeof value === 'object' ? '' : String(value)
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function maskExchange(exchange: RecordedExchange, mask: (text: string) => string): RecordedExchange {
  const { reply } = exchange
  const url = mask(exchange.url)
  if (reply.kind === 'failure') return { ...exchange, url }
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? mask(value) : value.map(mask),
    ]),
  )
  return { ...exchange, url, reply: { ...reply, headers, body: maskBody(reply.body, mask) } }
}

function maskBody(body: RecordedBody, mask: (text: string) => string): RecordedBody {
  return 'text' in body ? { text: mask(body.text) } : body
}

function maskJson(value: Json, mask: (text: string) => string): Json {
  if (typeof value === 'string') return mask(value)
  if (typeof value === 'number') {
    const masked = mask(String(value))
    return masked === String(value) ? value : Number(masked)
  }
  if (Array.isArray(value)) return value.map((item) => maskJson(item, mask))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskJson(each, mask)]))
}
