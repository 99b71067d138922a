import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/kernel/json/json.ts'
import { fieldLabel, resolveSchema } from './described-fields.ts'

export const FIRST_ROWS = 50

export type Column = {
  key: string
  title: string
  schema?: JsonSchema
  isNumeric: boolean
  /** The minimum width in characters. The table scrolls rather than breaking words. */
  minWidthChars: number
}

const WIDE_COLUMN_CHARS = 24

export type Sorting = { key: string; descending: boolean }

export function chooseColumns(rows: JsonObject[], items?: JsonSchema, root?: JsonSchema): Column[] {
  const declared = isObject(items?.properties) ? items.properties : {}
  const keys = new Set([...Object.keys(declared), ...rows.flatMap((row) => Object.keys(row))])
  return [...keys].map((key) => {
    const schema = resolveSchema(declared[key], root)
    const values = rows.map((row) => row[key]).filter((value) => value !== undefined && value !== null)
    return {
      key,
      title: typeof schema?.title === 'string' ? schema.title : fieldLabel(key),
      ...(schema && { schema }),
      isNumeric: values.length > 0 && values.every((value) => typeof value === 'number'),
      minWidthChars: Math.min(WIDE_COLUMN_CHARS, Math.max(0, ...values.slice(0, FIRST_ROWS).map(lengthOf))),
    }
  })
}

/** The number of characters by which people can tell digests apart. */
export const SHORT_DIGEST = 10

function lengthOf(value: Json | undefined): number {
  if (typeof value !== 'string') return typeof value === 'object' ? WIDE_COLUMN_CHARS : 0
  const { length } = value
  return isDigest(value) ? SHORT_DIGEST : length
}

/**
 * Returns a sorted copy. Numbers sort by value, everything else as text; missing values come last in both
 * directions.
 */
export function sortRows(rows: JsonObject[], { key, descending }: Sorting, locale = 'en'): JsonObject[] {
  const texts = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const isMissing = (row: JsonObject) => row[key] === undefined || row[key] === null
  return rows.toSorted((a, b) => {
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
    return compare(a[key] as Json, b[key] as Json, texts) * (descending ? -1 : 1)
  })
}

function compare(a: Json, b: Json, texts: Intl.Collator): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return texts.compare(
    typeof a === 'string' ? a : JSON.stringify(a),
    typeof b === 'string' ? b : JSON.stringify(b),
  )
}

/** Tells whether a value is a hexadecimal digest, at least as long as one of MD5. */
export function isDigest(value: Json): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32,128}$/i.test(value)
}

type Chart = { axis: Plotted; lines: Plotted[] }
type Plotted = Pick<Column, 'key' | 'title'>

const MAX_LINES = 5
export const MIN_POINTS = 3
const AXIS_NAMES = /^(date|day|week|month|year|time|at|hour|step|timestamp)$/i

export function buildChart(rows: JsonObject[], columns: Column[]): Chart | undefined {
  if (rows.length < MIN_POINTS) return undefined
  const axis = columns.find(
    ({ key, schema }) => AXIS_NAMES.test(key) || /^date/.test(String(schema?.format ?? '')),
  )
  const lines = columns.filter((column) => column.isNumeric && column !== axis).slice(0, MAX_LINES)
  const isDistinct = axis && new Set(rows.map((row) => JSON.stringify(row[axis.key]))).size === rows.length
  return axis && isDistinct && lines.length > 0 ? { axis, lines } : undefined
}

/** A key that no column of a result has. */
const POSITION = '\u0000position'

/** A chart of the numeric columns in the order of the rows, for lists without an axis of their own. */
export function plotByPosition(
  rows: JsonObject[],
  lines: readonly Plotted[],
): { chart: Chart; rows: JsonObject[] } {
  const axis = { key: POSITION, title: 'Position' }
  return {
    chart: { axis, lines: lines.slice(0, MAX_LINES) },
    rows: rows.map((row, index) => ({ ...row, [POSITION]: index + 1 })),
  }
}

/** The columns that a plot on request shows; empty if there is nothing to plot. */
export function plottableColumns(rows: JsonObject[], columns: Column[]): Column[] {
  return rows.length < MIN_POINTS ? [] : columns.filter(({ isNumeric }) => isNumeric)
}
