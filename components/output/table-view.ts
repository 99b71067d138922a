/** What a reader has chosen to see of a table: its rows in an order, and its columns. */
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { type Column, MORE_FIELDS, type Sorting, sortRows } from './table-columns.ts'
import { cellText } from './table-text.ts'

export type TableView = {
  filter: string
  sorting?: Sorting
  /** The keys of hidden columns. */
  hidden: ReadonlySet<string>
}

export const MORE_FIELDS_COLUMN: Column = {
  key: MORE_FIELDS,
  title: 'More fields',
  isNumeric: false,
  minWidthChars: 24,
}

/** Columns of fields that few rows have start hidden; the column of more fields shows their values. */
export function initialView(columns: readonly Column[]): TableView {
  return { filter: '', hidden: new Set(columns.filter(({ isRare }) => isRare).map(({ key }) => key)) }
}

/**
 * Returns the columns to draw. The fields of hidden rare columns share one last column, unless the reader hides that
 * one too.
 */
export function visibleColumns(columns: readonly Column[], { hidden }: TableView): Column[] {
  const shown = columns.filter(({ key }) => !hidden.has(key))
  const gathered = columns.filter(({ key, isRare }) => isRare && hidden.has(key))
  return gathered.length === 0 || hidden.has(MORE_FIELDS)
    ? shown
    : [...shown, { ...MORE_FIELDS_COLUMN, gathered }]
}

/** Returns the fields of the drawn columns, each as a column: a file has no column of more fields. */
export function fileColumns(drawn: readonly Column[]): Column[] {
  return drawn.flatMap((column) => column.gathered ?? [column])
}

/** Returns the rows that have the words of the filter in a drawn column, sorted. */
export function viewRows(
  rows: readonly JsonObject[],
  drawn: readonly Column[],
  { filter, sorting }: TableView,
  locale: string,
): readonly JsonObject[] {
  const words = filter.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean)
  const keys = fileColumns(drawn).map(({ key }) => key)
  const matches = (row: JsonObject) => {
    const text = keys
      .map((key) => cellText(row[key]))
      .join('\n')
      .toLocaleLowerCase(locale)
    return words.every((word) => text.includes(word))
  }
  const found = words.length === 0 ? rows : rows.filter(matches)
  return sorting ? sortRows(found, sorting, locale) : found
}
