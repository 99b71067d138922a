/**
 * Which values are too large for a page: a server would take seconds to write them into it, and a browser to draw them.
 */

import { countValues } from '../../json-schema/evaluate/faults.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'

/** Each value takes some 4 µs to write and read. */
const MAX_VALUES = 20_000
/** Characters of JSON text, each of which may take six. */
const MAX_CHARS = 256 * 1024

export function isLargeForPage(value: Json): boolean {
  return countValues(value, MAX_VALUES) >= MAX_VALUES || JSON.stringify(value).length > MAX_CHARS
}

/** Drawing one element takes some 20 µs. */
const MAX_DRAWN = 10_000
/** A table's row has a cell for every column of the other rows. */
const ROWS = 20

/** Tables and field lists draw something for each field of the schema, in each object of the value. */
export function isLargeToDraw(value: Json, schema: JsonSchema = {}): boolean {
  const perValue = Math.max(ROWS, countValues(schema, MAX_DRAWN))
  return countValues(value, MAX_DRAWN) * perValue > MAX_DRAWN
}

const LOGS_PREVIEW_MAX_CHARS = 2000

/** Returns the last 2,000 characters, since failures are at the end. Lines are already redacted. */
export function logsPreview(logs: readonly { level: string; text: string }[]): string {
  const text = logs
    .map(({ level, text }) => (level === 'log' || level === 'info' ? text : `[${level}] ${text}`))
    .join('\n')
  return text.length > LOGS_PREVIEW_MAX_CHARS ? `…${text.slice(-(LOGS_PREVIEW_MAX_CHARS - 1))}` : text
}
