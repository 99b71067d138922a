/** The texts of a recording as a person reads them, so that a search for secrets does not see them through escapes. */
import type { Json } from '../../kernel/json/json.ts'
import type { RecordedBody, RecordedExchange } from '../../sandbox/sandbox.ts'

/**
 * Returns all texts of exchanges and other values, joined by line breaks: the whole as JSON, and besides it each text that JSON
 * writes with escapes, such as a JSON document in a body. Bodies that are not UTF-8 are read byte by byte.
 */
export function joinRecordingTexts(exchanges: readonly RecordedExchange[], others: Json[]): string {
  const texts = [JSON.stringify([exchanges, others]), ...exchanges.flatMap(listExchangeTexts)]
  return [...texts, ...listEscapedTexts(others)].join('\n')
}

function listExchangeTexts({ url, headers, reply }: RecordedExchange): string[] {
  const sent = [url, ...listHeaderLines(headers)]
  if (reply.kind === 'failure') return [...sent, reply.message]
  return [...sent, ...listHeaderLines(reply.headers), ...listBodyTexts(reply.body)]
}

function listHeaderLines(headers: Record<string, string | string[]>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`))
}

function listBodyTexts(body: RecordedBody): string[] {
  // Without its zero bytes, UTF-16 reads like ASCII.
  if ('base64' in body) return [Buffer.from(body.base64, 'base64').toString('latin1').replaceAll('\0', '')]
  return [body.text, ...listNestedTexts(body.text)]
}

/** Returns the strings of a value that JSON writes with escapes, and those of JSON documents in them. */
function listEscapedTexts(value: Json): string[] {
  const found: string[] = []
  // A list instead of recursion, because a response may be nested deeper than the stack.
  const open: Json[] = [value]
  while (open.length > 0) {
    const each = open.pop()
    if (typeof each === 'string') {
      if (!/["\\\n\r\t]/.test(each)) continue
      found.push(each)
      const inner = parseEscaped(each)
      if (inner !== undefined) open.push(inner)
    } else if (Array.isArray(each)) for (const item of each) open.push(item)
    else if (each !== null && typeof each === 'object')
      for (const item of Object.values(each)) if (item !== undefined) open.push(item)
  }
  return found
}

function listNestedTexts(text: string): string[] {
  const inner = parseEscaped(text)
  return inner === undefined ? [] : listEscapedTexts(inner)
}

/** Returns the value of a JSON document that has escapes; undefined for another text, which reads as it stands. */
function parseEscaped(text: string): Json | undefined {
  if (!text.includes('\\')) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const TEXTUAL = /^text\/|json|xml|javascript|yaml|csv|form-urlencoded/i

/** Returns the URLs of responses that are text by their type and not UTF-8, so that nobody can read them in the recording. */
export function listUnreadable(exchanges: readonly RecordedExchange[]): string[] {
  const urls = exchanges.flatMap(({ url, reply }) =>
    reply.kind === 'response' && 'base64' in reply.body && TEXTUAL.test(readType(reply.headers)) ? [url] : [],
  )
  return [...new Set(urls)]
}

function readType(headers: Record<string, string | string[]>): string {
  const [, value = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? []
  return [value].flat().join(' ')
}
