import type { Json } from './json.ts'
import { findExcess } from './json-tokens.ts'

export type JsonFault = { message: string; line: number; column: number }

type ReadJson =
  | { value: Json; fault?: undefined }
  /** `excess` is a text that may be JSON, but would cost too much to parse. */
  | { value?: undefined; fault: JsonFault & { kind: 'excess' | 'syntax' } }

/** Returns a fault with its place for invalid JSON, and for JSON that is too deep or has too many values to parse. */
export function readJson(text: string): ReadJson {
  const excess = findExcess(text)
  if (excess) return { fault: { kind: 'excess', message: excess.reason, ...lineAndColumn(text, excess.at) } }
  try {
    return { value: JSON.parse(text) as Json }
  } catch (thrown) {
    return { fault: { kind: 'syntax', ...toFault(text, String((thrown as Error).message)) } }
  }
}

/** "Line 3, column 7: expected ',' or '}' after property value" */
export function faultText({ message, line, column }: JsonFault): string {
  return `Line ${line}, column ${column}: ${message}`
}

// The engines report a fault in prose only. V8: "… in JSON at position 12 (line 2 column 3)", "Unexpected token 'x', …"x}" is not valid JSON",
// "Unexpected end of JSON input". Firefox: "JSON.parse: … at line 2 column 3 of the JSON data".
const LINE_AND_COLUMN = /line (\d+) column (\d+)/
const POSITION = /at position (\d+)/
const TOKEN = /^Unexpected token (?:'(.)'|(\S))/su

function toFault(text: string, complaint: string): JsonFault {
  const message = parserMessage(complaint)
  const match = LINE_AND_COLUMN.exec(complaint)
  if (match) return { message, line: Number(match[1]), column: Number(match[2]) }
  const position = POSITION.exec(complaint)
  if (position) return { message, ...lineAndColumn(text, Number(position[1])) }
  return {
    message,
    ...lineAndColumn(text, TOKEN.test(complaint) ? quotedPosition(text, complaint) : text.length),
  }
}

function parserMessage(complaint: string): string {
  const message = complaint
    .replace(/^JSON\.parse: /, '')
    .replace(/ in JSON at position.*$/s, '')
    .replace(/ at position \d+ \(line.*$/s, '')
    .replace(/ at line \d+ column.*$/s, '')
    .replace(/, (?:\.\.\.)?".*(?:" is not valid JSON)$/s, '')
    .replace(/^Unexpected end of JSON input$/, 'the text ends unexpectedly')
  return message.charAt(0).toLowerCase() + message.slice(1)
}

function quotedPosition(text: string, complaint: string): number {
  const [, quote = ''] =
    /, (?:\.\.\.)?"(.*?)(?:"\.\.\. is not valid JSON|" is not valid JSON)$/s.exec(complaint) ?? []
  const token = TOKEN.exec(complaint)
  const start = quote ? text.indexOf(quote) : 0
  const within = quote.indexOf(token?.[1] ?? token?.[2] ?? '')
  return Math.max(0, start) + Math.max(0, within)
}

function lineAndColumn(text: string, position: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: position - lineStart + 1 }
}
