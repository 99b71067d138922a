/** The rows of a table as text to paste elsewhere. Objects and lists in cells become JSON. */
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { csvLine } from '#lib/kernel/text/csv.ts'
import type { Column } from './table-columns.ts'

/** The first line has the keys of the fields, for programs. */
export function csvOf(rows: readonly JsonObject[], columns: readonly Column[]): string {
  const lines = rows.map((row) => columns.map(({ key }) => textOf(row[key])))
  return [columns.map(({ key }) => key), ...lines].map(csvLine).join('')
}

/** A table of GitHub Flavored Markdown. */
export function markdownOf(rows: readonly JsonObject[], columns: readonly Column[]): string {
  const lines = [
    columns.map(({ title }) => escaped(title)),
    columns.map(({ isNumeric }) => (isNumeric ? '---:' : '---')),
    ...rows.map((row) => columns.map(({ key }) => escaped(textOf(row[key])))),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>')
}
