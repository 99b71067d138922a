/** A table as an Excel file. Loaded with the first download, because of the library. */
import writeExcelFile, { type Cell } from 'write-excel-file/universal'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import type { Column } from './table-columns.ts'
import { cellText } from './table-text.ts'

/** Excel refuses to open a file with more rows, including the line of titles, or with longer texts. */
const MAX_ROWS = 1_048_575
const MAX_CHARS = 32_767
const MAX_SHEET_NAME = 31

/**
 * Returns an XLSX file with the titles of the columns in its first row. Numbers and booleans keep their types, everything
 * else is text, so that a value such as "=1+1" is never run as a formula. Longer texts than Excel allows are cut.
 */
export async function toXlsx(
  rows: readonly JsonObject[],
  columns: readonly Column[],
  name: string,
): Promise<Blob> {
  const titles = columns.map(({ title }): Cell => ({ value: title, type: String, fontWeight: 'bold' }))
  const lines = rows.slice(0, MAX_ROWS).map((row) => columns.map(({ key }) => toCell(row[key])))
  return writeExcelFile([titles, ...lines], { sheet: sheetName(name), stickyRowsCount: 1 }).toBlob()
}

function toCell(value: Json | undefined): Cell {
  if (typeof value === 'number') return { value, type: Number }
  if (typeof value === 'boolean') return { value, type: Boolean }
  const text = cellText(value)
  return text === '' ? null : { value: text.slice(0, MAX_CHARS), type: String }
}

function sheetName(name: string): string {
  return (
    name
      .replaceAll(/[[\]/\\:*?']/g, ' ')
      .slice(0, MAX_SHEET_NAME)
      .trim() || 'Result'
  )
}
