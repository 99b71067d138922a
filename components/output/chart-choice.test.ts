import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { automaticChart, chartPoints, firstChart, groupByRange, POSITION } from './chart-choice.ts'
import { chooseColumns } from './table-columns.ts'

const chartOf = (rows: JsonObject[]) => firstChart(rows, chooseColumns(rows))
const automaticOf = (rows: JsonObject[]) => automaticChart(rows, chooseColumns(rows))

describe('the choice of a chart', () => {
  test('numbers along distinct months are plotted without being asked for', () => {
    const rows = [1, 2, 3].map((month) => ({ month, high: month * 2 }))
    expect(automaticOf(rows)).toEqual({ kind: 'line', axis: 'month', series: ['high'] })
    expect(automaticOf(rows.slice(0, 2))).toBeUndefined()
    expect(automaticOf([1, 2, 3].map((age) => ({ name: 'a', age })))).toBeUndefined()
  })

  test('numbers of lines, rows and identifiers are not plotted', () => {
    const rows = [1, 2, 3].map((line) => ({ line, orderId: line * 7, row_number: line, text: `t${line}` }))
    expect(chartOf(rows)).toBeUndefined()
  })

  test('a few named amounts start as bars, and numbers without names as a line by position', () => {
    expect(chartOf(['a', 'b', 'c'].map((name, at) => ({ name, amount: at })))).toEqual({
      kind: 'bar',
      axis: 'name',
      series: ['amount'],
    })
    expect(chartOf([{ v: 2 }, { v: 1 }, { v: 2 }])).toEqual({
      kind: 'line',
      axis: POSITION.key,
      series: ['v'],
    })
  })

  test('series that differ by more than ten times are drawn on separate axes', () => {
    const rows = [{ px: 60, rem: 3.75, lineHeight: 1.2, weight: 8 }]
    const groups = groupByRange(
      rows,
      Object.keys(rows[0]!).map((key) => ({ key })),
    )
    expect(groups.map((group) => group.map(({ key }) => key))).toEqual([
      ['px', 'weight'],
      ['rem', 'lineHeight'],
    ])
  })

  test('a line along a number runs in the order of that number', () => {
    const rows = [{ x: 3 }, { x: 1 }, { x: 2 }]
    const axis = { key: 'x', title: 'X', isNumeric: true }
    expect(chartPoints(rows, 'line', axis).map(({ x }) => x)).toEqual([1, 2, 3])
    expect(chartPoints(rows, 'bar', axis).map(({ x }) => x)).toEqual([3, 1, 2])
  })

  test('a chart of 100,000 rows has 1,000 points, evenly spread', () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => ({ at }))
    const points = chartPoints(rows, 'line', POSITION)
    expect(points).toHaveLength(1_000)
    expect(points.at(-1)).toMatchObject({ at: 99_900 })
  })
})
