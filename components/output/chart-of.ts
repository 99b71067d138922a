/** Whether a list of objects is a series worth drawing. Pure. */
import type { JsonObject } from '#lib/contract/json/json.ts'
import type { Column } from './table-columns.ts'

export type Chart = { axis: Column; lines: Column[] }

// Colours are told apart up to here.
const MAX_LINES = 5
const MIN_POINTS = 3
const AXIS_NAMES = /^(date|day|week|month|year|time|at|hour|step|timestamp)$/i

/** The axis and its lines: numbers along a column that counts time or steps; undefined when there is none. */
export function chartOf(rows: JsonObject[], columns: Column[]): Chart | undefined {
  if (rows.length < MIN_POINTS) return undefined
  const axis = columns.find(
    ({ key, schema }) => AXIS_NAMES.test(key) || /^date/.test(String(schema?.format ?? '')),
  )
  const lines = columns.filter((column) => column.isNumeric && column !== axis).slice(0, MAX_LINES)
  const isDistinct = axis && new Set(rows.map((row) => JSON.stringify(row[axis.key]))).size === rows.length
  return axis && isDistinct && lines.length > 0 ? { axis, lines } : undefined
}
