/** Which chart of a table is drawn: its kind, the column along which it runs, and the columns that it shows. */
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { type Column, isTimeAxis, MIN_POINTS, sampleRows } from './table-columns.ts'

export type ChartKind = 'line' | 'bar' | 'scatter'
export type ChartChoice = { kind: ChartKind; axis: string; series: string[] }
export type Plotted = Pick<Column, 'key' | 'title' | 'isNumeric'>

/** The axis that counts the rows; no column has its key. */
export const POSITION: Plotted = { key: '\u0000position', title: 'Position', isNumeric: true }

const MAX_SERIES = 5
/** Numbers that only tell rows apart, such as "line", "orderId" and "row number". */
const NUMBERING =
  /(^| )(code|id|index|idx|key|line|lines? ?no|no|nr|number|offset|page|pos|position|rank|row|zip)$/i
/** With more bars, their labels cannot be read. */
const MAX_BARS = 30

/** Returns the columns whose numbers a chart can show; empty if there is nothing to see in them. */
export function plottableColumns(rows: readonly JsonObject[], columns: readonly Column[]): Column[] {
  if (rows.length < MIN_POINTS) return []
  return columns.filter(({ key, title, isNumeric }) => {
    const words = key.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    return isNumeric && !NUMBERING.test(words) && !NUMBERING.test(title)
  })
}

/** Returns the chart that is drawn without being asked for: of numbers along distinct times. */
export function automaticChart(
  rows: readonly JsonObject[],
  columns: readonly Column[],
): ChartChoice | undefined {
  const axis = columns.find(isTimeAxis)
  if (!axis || !isDistinct(rows, axis)) return undefined
  const series = plottableColumns(rows, columns).filter((column) => column !== axis)
  return series.length > 0 ? choose('line', axis, series) : undefined
}

/** Returns the chart to begin with when the reader asks for one, or undefined if there is nothing to plot. */
export function firstChart(rows: readonly JsonObject[], columns: readonly Column[]): ChartChoice | undefined {
  const automatic = automaticChart(rows, columns)
  const series = plottableColumns(rows, columns)
  if (automatic || series.length === 0) return automatic
  const name = columns.find((column) => !column.isNumeric && isDistinct(rows, column))
  return name && rows.length <= MAX_BARS ? choose('bar', name, series) : choose('line', POSITION, series)
}

function choose(kind: ChartKind, axis: Plotted, series: readonly Plotted[]): ChartChoice {
  return { kind, axis: axis.key, series: series.slice(0, MAX_SERIES).map(({ key }) => key) }
}

/** Objects, and values that repeat, are no axis. */
function isDistinct(rows: readonly JsonObject[], { key }: Plotted): boolean {
  const values = rows.map((row) => row[key])
  return values.every((value) => typeof value !== 'object') && new Set(values).size === rows.length
}

const MAX_POINTS: Record<ChartKind, number> = { line: 1_000, bar: 60, scatter: 1_000 }

/** Returns the points of a chart with their positions: at most as many as can be told apart, evenly spread. */
export function chartPoints(rows: readonly JsonObject[], kind: ChartKind, axis: Plotted): JsonObject[] {
  const numbered = rows.map((row, index) => ({ ...row, [POSITION.key]: index + 1 }))
  const points = sampleRows(numbered, MAX_POINTS[kind]).slice()
  // A line along a number would run back and forth in the order of the table.
  const isAlongNumbers = kind === 'line' && axis.isNumeric && axis.key !== POSITION.key
  return isAlongNumbers ? points.sort((a, b) => Number(a[axis.key]) - Number(b[axis.key])) : points
}

/** On one axis, a series that is ten times smaller than another looks flat. */
const MAX_RATIO = 10

/** Groups series whose largest values are within a factor of ten, so that each group has an axis of its own. */
export function groupByRange<Series extends { key: string }>(
  rows: readonly JsonObject[],
  series: readonly Series[],
): Series[][] {
  const measured = series.map((each) => ({ each, size: largest(rows, each.key) }))
  const groups: { size: number; members: Series[] }[] = []
  for (const { each, size } of measured.toSorted((a, b) => b.size - a.size)) {
    const group = groups.find((candidate) => size === 0 || candidate.size <= size * MAX_RATIO)
    if (group) group.members.push(each)
    else groups.push({ size, members: [each] })
  }
  return groups
    .map(({ members }) => series.filter((each) => members.includes(each)))
    .sort((a, b) => series.indexOf(a[0]!) - series.indexOf(b[0]!))
}

function largest(rows: readonly JsonObject[], key: string): number {
  return rows.reduce((most, row) => Math.max(most, Math.abs(Number(row[key] ?? 0))), 0)
}
