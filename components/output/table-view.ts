/** What a reader has chosen to see of a table: its rows in an order, and its columns. */
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { type Column, isPresent } from './table-columns.ts'
import { cellText } from './table-text.ts'

export type Sorting = { key: string; descending: boolean }

export type TableView = {
  filter: string
  sorting?: Sorting
  /** The keys of hidden columns. */
  hidden: ReadonlySet<string>
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

/**
 * Returns a sorted copy. Numbers sort by value, everything else as text; missing values come last in both
 * directions.
 */
export function sortRows(
  rows: readonly JsonObject[],
  { key, descending }: Sorting,
  locale = 'en',
): JsonObject[] {
  const texts = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const isMissing = (row: JsonObject) => !isPresent(row[key])
  return rows.toSorted((a, b) => {
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
    return compare(a[key] as Json, b[key] as Json, texts) * (descending ? -1 : 1)
  })
}

function compare(a: Json, b: Json, texts: Intl.Collator): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return texts.compare(
    typeof a === 'string' ? a : JSON.stringify(a),
    typeof b === 'string' ? b : JSON.stringify(b),
  )
}
