import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { csvLine } from '#lib/kernel/text/csv.ts'
import type { Column } from './table-columns.ts'

/** Returns the table as CSV. Its first line has the keys of the fields, for programs; objects and lists become JSON. */
export function toCsv(rows: readonly JsonObject[], columns: readonly Column[]): string {
  const lines = rows.map((row) => columns.map(({ key }) => cellText(row[key])))
  return [columns.map(({ key }) => key), ...lines].map(csvLine).join('')
}

/** Returns the table as GitHub Flavored Markdown. Objects and lists become JSON. */
export function toMarkdownTable(rows: readonly JsonObject[], columns: readonly Column[]): string {
  const lines = [
    columns.map(({ title }) => escapeCell(title)),
    columns.map(({ isNumeric }) => (isNumeric ? '---:' : '---')),
    ...rows.map((row) => columns.map(({ key }) => escapeCell(cellText(row[key])))),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

/** Returns the text of a value; missing and null ones have none, and objects and lists are JSON. */
export function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function escapeCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>')
}
