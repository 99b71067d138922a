/**
 * JSON text as people write it, with the place where it stops being JSON.
 *
 * Ground; also in the browser, whose engines word their complaints differently.
 */
import type { Json } from './json.ts'

/** `line` and `column` count from 1. */
export type JsonFault = { message: string; line: number; column: number }

export type ReadJson = { value: Json; fault?: undefined } | { value?: undefined; fault: JsonFault }

export function readJson(text: string): ReadJson {
  try {
    return { value: JSON.parse(text) as Json }
  } catch (thrown) {
    return { fault: faultOf(text, String((thrown as Error).message)) }
  }
}

/** "Line 3, column 7: expected ',' or '}' after property value" */
export function faultText({ message, line, column }: JsonFault): string {
  return `Line ${line}, column ${column}: ${message}`
}

// V8: "… in JSON at position 12 (line 2 column 3)", "Unexpected token 'x', …"x}" is not valid JSON",
// "Unexpected end of JSON input". Firefox: "JSON.parse: … at line 2 column 3 of the JSON data".
const PLACE = /line (\d+) column (\d+)/
const POSITION = /at position (\d+)/
const TOKEN = /^Unexpected token (?:'(.)'|(\S))/su

function faultOf(text: string, complaint: string): JsonFault {
  const message = wordsOf(complaint)
  const place = PLACE.exec(complaint)
  if (place) return { message, line: Number(place[1]), column: Number(place[2]) }
  const position = POSITION.exec(complaint)
  if (position) return { message, ...lineAndColumn(text, Number(position[1])) }
  // Without a position the text either ends too soon, or V8 quotes what stands around the fault.
  return {
    message,
    ...lineAndColumn(text, TOKEN.test(complaint) ? quotedPosition(text, complaint) : text.length),
  }
}

function wordsOf(complaint: string): string {
  const words = complaint
    .replace(/^JSON\.parse: /, '')
    .replace(/ in JSON at position.*$/s, '')
    .replace(/ at line \d+ column.*$/s, '')
    .replace(/, (?:\.\.\.)?".*(?:" is not valid JSON)$/s, '')
    .replace(/^Unexpected end of JSON input$/, 'the text ends too soon')
  return words.charAt(0).toLowerCase() + words.slice(1)
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
  const before = text.slice(0, position)
  return { line: before.split('\n').length, column: position - before.lastIndexOf('\n') }
}
