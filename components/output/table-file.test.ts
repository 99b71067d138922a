import { strFromU8, unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { chooseColumns } from './table-columns.ts'
import { toXlsx } from './table-file.ts'

async function write(rows: JsonObject[], name = 'Result') {
  const blob = await toXlsx(rows, chooseColumns(rows), name)
  return Buffer.from(await blob.arrayBuffer())
}

test('a table is downloaded as an Excel file whose numbers, booleans and texts keep their types', async () => {
  const rows: JsonObject[] = [
    { item: 'Paper', count: 2, isPaid: true, tags: ['a', 'b'] },
    { item: 'Ink', count: 1.5 },
  ]

  const [sheet] = await readExcelFile(await write(rows, 'Lines: 2026/11 [draft], all of the year'))

  expect(sheet?.data).toEqual([
    ['Item', 'Count', 'Is paid', 'Tags'],
    ['Paper', 2, true, '["a","b"]'],
    ['Ink', 1.5, null, null],
  ])
})

test('texts that look like formulas stay text in an Excel file', async () => {
  const file = await write([
    { a: '=1+1', b: '@SUM(A1)' },
    { a: '=cmd|"/c calc"!A0', b: '-2+3' },
  ])

  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)

  expect(sheet).not.toMatch(/<f[ >]/)
  expect(sheet.match(/ t="s"/g)).toHaveLength(6)
})

test('texts longer than a cell of Excel may hold are cut', async () => {
  const file = await write([{ text: 'x'.repeat(40_000) }])

  const texts = strFromU8(unzipSync(file)['xl/sharedStrings.xml']!)

  expect(texts.match(/x+/g)?.map(({ length }) => length)).toContain(32_767)
})
