/** Which values are too large to be part of a page: servers would take seconds to write it. Also runs in the browser. */

import type { Json, JsonSchema } from '../json/json.ts'
import { countValues } from '../json-schema/evaluate/faults.ts'

/** Writing one into a page takes some 2 µs, and reading it for the first drawing as long again. */
const MAX_VALUES = 20_000
/** Of JSON text. In a page a character may take six. */
const MAX_CHARS = 256 * 1024

export function isLargeForPage(value: Json): boolean {
  return countValues(value, MAX_VALUES) >= MAX_VALUES || JSON.stringify(value).length > MAX_CHARS
}

/** Drawing one takes some 20 µs. */
const MAX_DRAWN = 10_000
/** Rows of a table that are drawn at first: each has a cell for every column of the others. */
const ROWS = 20

/**
 * True when a server had better not draw the value: tables and field lists draw something for each field that the
 * schema describes, in each object of the value.
 */
export function isLargeToDraw(value: Json, schema: JsonSchema = {}): boolean {
  const perValue = Math.max(ROWS, countValues(schema, MAX_DRAWN))
  return countValues(value, MAX_DRAWN) * perValue > MAX_DRAWN
}

const LOGS_PREVIEW_MAX_CHARS = 2000

/** Returns the end of a log, where failures are. Lines are already redacted. */
export function logsPreview(logs: readonly { level: string; text: string }[]): string {
  const text = logs
    .map(({ level, text }) => (level === 'log' || level === 'info' ? text : `[${level}] ${text}`))
    .join('\n')
  return text.length > LOGS_PREVIEW_MAX_CHARS ? `…${text.slice(-(LOGS_PREVIEW_MAX_CHARS - 1))}` : text
}
