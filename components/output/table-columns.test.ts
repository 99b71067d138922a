import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { describedFields, fieldLabel } from './described-fields.ts'
import { chooseColumns } from './table-columns.ts'
import { fileColumns, sortRows, viewRows } from './table-view.ts'
import { initialView, visibleColumns } from './visible-columns.ts'

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

  test('fields that few of the rows have share one column, and files have a column for each', () => {
    const rows: JsonObject[] = [
      { kind: 'circle', radius: 1 },
      { kind: 'square', side: 2 },
      { kind: 'text', content: 'a', font: 'b' },
    ]
    const columns = chooseColumns(rows)
    const drawn = visibleColumns(columns, initialView(columns))
    expect(drawn.map(({ title }) => title)).toEqual(['Kind', 'More fields'])
    expect(drawn[1]!.gathered?.map(({ key }) => key)).toEqual(['radius', 'side', 'content', 'font'])
    expect(fileColumns(drawn).map(({ key }) => key)).toEqual(['kind', 'radius', 'side', 'content', 'font'])
  })

  test('a list of objects is filtered by all words in the columns that are drawn', () => {
    const rows: JsonObject[] = [
      { name: 'Ada Lovelace', born: 1815 },
      { name: 'Alan Turing', born: 1912 },
    ]
    const columns = chooseColumns(rows)
    const find = (filter: string, hidden: string[] = []) => {
      const view = { filter, hidden: new Set(hidden) }
      return viewRows(rows, visibleColumns(columns, view), view, 'en')
    }
    expect(find('turing 1912')).toEqual([rows[1]])
    expect(find('A')).toEqual(rows)
    expect(find('1912', ['born'])).toEqual([])
  })

  test('100,000 rows are filtered and sorted', () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => ({ name: `Row ${at % 977}`, at }))
    const columns = chooseColumns(rows)
    const view = { filter: 'row 9', hidden: new Set<string>(), sorting: { key: 'name', descending: true } }
    const found = viewRows(rows, columns, view, 'en')

    expect(found[0]!.name).toBe('Row 976')
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
    expect(fieldLabel('estimatedDelivery')).toBe('Estimated delivery')
    expect(fieldLabel('invoiceURL')).toBe('Invoice URL')
  })

  test('the label of a date or a size does not name the unit that programs get, and that of a duration does', () => {
    expect(fieldLabel('changedAtMs')).toBe('Changed at')
    expect(fieldLabel('size_bytes')).toBe('Size')
    expect(fieldLabel('durationMs')).toBe('Duration ms')
    expect(fieldLabel('bytes')).toBe('Bytes')
  })

  test('what only programs need starts hidden in a table, and its unit stands in the head of a column', () => {
    const items = {
      properties: {
        weight: { type: 'number', 'x-unit': 'kg' },
        size: { type: 'integer', 'x-unit': 'bytes' },
        etag: { type: 'string', 'x-technical': true },
      },
    }
    const columns = chooseColumns([{ weight: 1, size: 2, etag: 'a' }], items)
    expect(visibleColumns(columns, initialView(columns)).map(({ title }) => title)).toEqual([
      'Weight (kg)',
      'Size',
    ])
    const [, , etag] = columns
    expect(visibleColumns([etag!], initialView([etag!]))).toHaveLength(1)
  })
})
