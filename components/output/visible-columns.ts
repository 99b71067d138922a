/** Which columns of a table are drawn. */
import { type Column, MORE_FIELDS } from './table-columns.ts'
import type { TableView } from './table-view.ts'

export const MORE_FIELDS_COLUMN: Column = {
  key: MORE_FIELDS,
  title: 'More fields',
  isNumeric: false,
  minWidthChars: 24,
}

/**
 * Columns of fields that few rows have start hidden; the column of more fields shows their values. Those for programs
 * start hidden too, unless there are no others.
 */
export function initialView(columns: readonly Column[]): TableView {
  const hasOthers = columns.some(({ isTechnical }) => !isTechnical)
  const hidden = columns.filter(({ isRare, isTechnical }) => isRare || (isTechnical && hasOthers))
  return { filter: '', hidden: new Set(hidden.map(({ key }) => key)) }
}

/**
 * Returns the columns to draw. The fields of hidden rare columns share one last column, unless the reader hides that
 * one too.
 */
export function visibleColumns(columns: readonly Column[], { hidden }: TableView): Column[] {
  const shown = columns.filter(({ key }) => !hidden.has(key))
  const gathered = columns.filter(({ key, isRare, isTechnical }) => isRare && !isTechnical && hidden.has(key))
  return gathered.length === 0 || hidden.has(MORE_FIELDS)
    ? shown
    : [...shown, { ...MORE_FIELDS_COLUMN, gathered }]
}
