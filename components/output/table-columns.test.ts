import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { describedFields, fieldLabel } from './described-fields.ts'
import { buildChart, chooseColumns, sortRows } from './table-columns.ts'

describe('a list of objects', () => {
  const items = {
    type: 'object',
    properties: { name: { type: 'string', title: 'Who' }, age: { type: 'integer' } },
  }

  test('a list of objects has the declared columns first, then any other fields of the rows', () => {
    const columns = chooseColumns([{ age: 3, note: 'x' }], items)
    expect(columns.map(({ title }) => title)).toEqual(['Who', 'Age', 'Note'])
    expect(columns.map(({ isNumeric }) => isNumeric)).toEqual([false, true, false])
  })

  test('a list of objects gives texts the room that they need, up to a bound, and digests the room of their beginning', () => {
    const rows: JsonObject[] = [{ a: 'short', b: 'x'.repeat(99), c: 'a1'.repeat(32), d: 7 }]
    expect(chooseColumns(rows).map(({ minWidthChars }) => minWidthChars)).toEqual([5, 24, 10, 0])
  })

  test('a list of objects is sorted by number, with missing ones last in either direction', () => {
    const rows: JsonObject[] = [{ n: 10 }, {}, { n: 9 }]
    expect(sortRows(rows, { key: 'n', descending: false })).toEqual([{ n: 9 }, { n: 10 }, {}])
    expect(sortRows(rows, { key: 'n', descending: true })).toEqual([{ n: 10 }, { n: 9 }, {}])
  })

  test('a list of objects is plotted when numbers run along distinct months, and not otherwise', () => {
    const rows = [1, 2, 3].map((month) => ({ month, high: month * 2 }))
    expect(buildChart(rows, chooseColumns(rows))?.lines.map(({ key }) => key)).toEqual(['high'])
    const people = [1, 2, 3].map((age) => ({ name: 'a', age }))
    expect(buildChart(people, chooseColumns(people))).toBeUndefined()
    expect(buildChart(rows.slice(0, 2), chooseColumns(rows))).toBeUndefined()
  })
})

describe('described fields', () => {
  test('described fields include declared ones that are absent', () => {
    const fields = describedFields({ a: 1 }, { properties: { a: {}, b: { title: 'Bee' } } })
    expect(fields.map(({ title, value }) => [title, value])).toEqual([
      ['A', 1],
      ['Bee', undefined],
    ])
  })

  test('described fields follow a local reference', () => {
    const root = {
      $defs: { money: { title: 'Price', type: 'number' } },
      properties: { p: { $ref: '#/$defs/money' } },
    }
    expect(describedFields({ p: 2 }, root, root)[0]?.title).toBe('Price')
  })

  test('the labels of described fields are made from their keys', () => {
    expect(fieldLabel('reading_minutes')).toBe('Reading minutes')
    expect(fieldLabel('estimatedDelivery')).toBe('Estimated Delivery')
  })
})
