/** Summaries by which people recognise a run. */
import { isObject, type Json } from '../../kernel/json/json.ts'

const MAX_SUMMARY_CHARS = 160
const MAX_READ_CHARS = 2_000
const MAX_DEPTH = 3
const SEPARATOR = ' · '
/** Such values are omitted, since others may see the list. */
const CONFIDENTIAL = /passw(or)?d|passphrase|secret|api_?key|(^|_)token$|Token$/i

/** Such values are for programs. */
const INTERNAL = /^(etag|mtime(_?ms)?|digest|checksum|sha_?\d+)$/i
/** Fields whose name adds nothing to a text, be it one word or several. */
const NAMELESS = new Set(['text', 'message', 'content', 'body', 'input', 'query', 'q', 'prompt'])

/** Returns "The first line of a text", or "12 · EUR to USD"; null for nothing. Reads only the beginning. */
export function summarizeValue(value: Json): string | null {
  const message = isObject(value) && typeof value.message === 'string' ? toOneLine(value.message) : ''
  const text = message || describe(value, 0)
  return cut(text) || null
}

function describe(value: Json, depth: number): string {
  if (typeof value === 'string') return toOneLine(value)
  if (value === null || value === false) return ''
  if (typeof value !== 'object') return String(value)
  if (depth >= MAX_DEPTH) return ''
  return Array.isArray(value) ? describeList(value, depth) : describeFields(value, depth)
}

function describeList(list: Json[], depth: number): string {
  if (list.length === 0) return ''
  if (list.every((item) => typeof item !== 'object')) return joined(list.slice(0, 10), depth, ', ')
  const first = describe(list[0] ?? null, depth + 1)
  return list.length === 1 ? first : `${list.length} items${first && `: ${first}`}`
}

function describeFields(fields: { [key: string]: Json }, depth: number): string {
  const parts: string[] = []
  let length = 0
  for (const key of Object.keys(fields)) {
    if (CONFIDENTIAL.test(key) || INTERNAL.test(key)) continue
    const value = fields[key] ?? null
    const text = describe(value, depth + 1)
    if (!text) continue
    const part =
      isSelfExplanatory(value) || (typeof value === 'string' && NAMELESS.has(key))
        ? text
        : value === true
          ? label(key)
          : `${label(key)} ${text}`
    parts.push(part)
    length += part.length
    if (length > MAX_SUMMARY_CHARS) break
  }
  return parts.join(SEPARATOR)
}

function isSelfExplanatory(value: Json): boolean {
  return typeof value === 'object' || (typeof value === 'string' && /\S\s+\S/.test(value.slice(0, 80)))
}

function label(key: string): string {
  return key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

function joined(items: Json[], depth: number, separator: string): string {
  return items
    .map((item) => describe(item, depth + 1))
    .filter(Boolean)
    .join(separator)
}

/** Returns the first line without Markdown. */
function toOneLine(text: string): string {
  if (/^data:/i.test(text) || /^blob:/.test(text)) return 'file'
  const lines = text.slice(0, MAX_READ_CHARS).split(/[\r\n]+/)
  for (const line of lines) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a text column cannot store them
    const plain = line.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    const written = plain.replace(/^\s*(#+|>|[-*])\s+/, '').replaceAll(/\*\*|`/g, '')
    if (written.trim()) return written.trim().replaceAll(/\s+/g, ' ')
  }
  return ''
}

function cut(text: string): string {
  const short = text.length > MAX_SUMMARY_CHARS ? `${text.slice(0, MAX_SUMMARY_CHARS - 1).trimEnd()}…` : text
  // The cut may be inside a surrogate pair.
  return short.toWellFormed()
}
