import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/kernel/json/json.ts'
import { resolveSchema, titleOf } from './described-fields.ts'
import { unitOf } from './number-kinds.ts'

export const FIRST_ROWS = 50

export type Column = {
  key: string
  title: string
  schema?: JsonSchema
  isNumeric: boolean
  /** The minimum width in characters. The table scrolls rather than breaking words. */
  minWidthChars: number
  /** Set for what only programs need, such as an etag: its column is hidden at first. */
  isTechnical?: true
  /** Set if less than half of the rows have the field, and so do several other fields. */
  isRare?: true
  /** The rare fields whose values this column shows, instead of a field of its own. */
  gathered?: Column[]
}

const WIDE_COLUMN_CHARS = 24

/** The key of the column that shows the fields of few rows; no field has it. */
export const MORE_FIELDS = '\u0000more'

/** With fewer rare fields, each has a column with gaps, which is easier to compare. */
const MIN_RARE = 3

export function chooseColumns(rows: readonly JsonObject[], items?: JsonSchema, root?: JsonSchema): Column[] {
  const declared = isObject(items?.properties) ? items.properties : {}
  const counts = countFields(rows)
  const sample = sampleRows(rows, SAMPLED_ROWS)
  const columns = [...new Set([...Object.keys(declared), ...counts.keys()])].map((key) => {
    const schema = resolveSchema(declared[key], root)
    const values = sample.map((row) => row[key]).filter(isPresent)
    const isNumberIfPresent = (row: JsonObject) => !isPresent(row[key]) || typeof row[key] === 'number'
    return {
      key,
      title: columnTitle(key, schema),
      ...(schema && { schema }),
      ...(schema?.['x-technical'] === true && { isTechnical: true as const }),
      isNumeric: rows.some((row) => isPresent(row[key])) && rows.every(isNumberIfPresent),
      minWidthChars: Math.min(WIDE_COLUMN_CHARS, Math.max(0, ...values.map(lengthOf))),
    }
  })
  const isRare = ({ key }: Column) => (counts.get(key) ?? 0) * 2 < rows.length
  if (columns.filter(isRare).length < MIN_RARE) return columns
  return columns.map((column) => (isRare(column) ? { ...column, isRare: true } : column))
}

/** The unit of a column stands once, in its head. */
function columnTitle(key: string, schema: JsonSchema | undefined): string {
  const unit = unitOf(schema)
  return unit === undefined ? titleOf(key, schema) : `${titleOf(key, schema)} (${unit})`
}

export const MIN_POINTS = 3
const AXIS_NAMES = /^(date|day|week|month|year|time|at|hour|step|timestamp)$/i

/** Tells whether values run along this column: times, or the steps of something. */
export function isTimeAxis({ key, schema }: Pick<Column, 'key' | 'schema'>): boolean {
  return AXIS_NAMES.test(key) || /^date/.test(String(schema?.format ?? ''))
}

/** Tells whether a chart may be drawn without being asked for. */
export function hasTimeAxis(columns: readonly Column[]): boolean {
  return columns.some(isTimeAxis) && columns.some((column) => column.isNumeric && !isTimeAxis(column))
}

/** Enough to choose the widths of columns. */
const SAMPLED_ROWS = 200

/** Returns at most `max` rows, evenly spread. */
export function sampleRows<Row>(rows: readonly Row[], max: number): readonly Row[] {
  if (rows.length <= max) return rows
  return Array.from({ length: max }, (_, at) => rows[Math.floor((at * rows.length) / max)]!)
}

export function isPresent(value: Json | undefined): boolean {
  return value !== undefined && value !== null
}

/** Returns how many rows have each field, in the order in which they first appear. */
function countFields(rows: readonly JsonObject[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) for (const key of Object.keys(row)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The number of characters by which people can tell digests apart. */
export const SHORT_DIGEST = 10

function lengthOf(value: Json | undefined): number {
  if (typeof value !== 'string') return typeof value === 'object' ? WIDE_COLUMN_CHARS : 0
  const { length } = value
  return isDigest(value) ? SHORT_DIGEST : length
}

/** Tells whether a value is a hexadecimal digest, at least as long as one of MD5. */
export function isDigest(value: Json): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32,128}$/i.test(value)
}
