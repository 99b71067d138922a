'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'
import { TableHeader } from '../ui/table.tsx'
import { automaticChart, firstChart } from './chart-choice.ts'
import type { ShownValue, ShowValue } from './described-fields.ts'
import { RowTable } from './row-table.tsx'
import type { Column } from './table-columns.ts'
import { TableTools } from './table-tools.tsx'
import { type Sorting, viewRows } from './table-view.ts'
import { VirtualRows } from './virtual-rows.tsx'
import { initialView, visibleColumns } from './visible-columns.ts'

// The chart library takes 100 kB, so it loads only for results with a chart.
const TableChart = lazy(async () => ({ default: (await import('./table-chart.tsx')).TableChart }))

/** Shorter tables are searched and counted by looking at them. */
const MIN_FILTERED_ROWS = 8

type DataTableProps = {
  name: string
  columns: readonly Column[]
  rows: readonly JsonObject[]
  shown: Pick<ShownValue, 'root' | 'currency'>
  show: ShowValue
}

/** A table that is sorted, filtered, narrowed, plotted and downloaded. A long one draws only the rows in its frame. */
export function DataTable({ name, columns, rows, shown, show }: DataTableProps) {
  const locale = useReaderLocale()
  const [view, setView] = useState(() => initialView(columns))
  const [isCharted, setCharted] = useState(() => automaticChart(rows, columns) !== undefined)
  const canChart = useMemo(() => firstChart(rows, columns) !== undefined, [rows, columns])
  const drawn = visibleColumns(columns, view)
  // Typing stays fluent while a long table is filtered.
  const shownView = useDeferredValue(view)
  const shownRows = useMemo(
    () => viewRows(rows, visibleColumns(columns, shownView), shownView, locale),
    [rows, columns, shownView, locale],
  )
  const canFilter = rows.length >= MIN_FILTERED_ROWS
  return (
    <div className="grid min-w-0 gap-2 pt-1">
      <TableTools
        {...{ name, columns, drawn, view, canFilter }}
        rows={shownRows}
        onView={setView}
        chart={canChart ? { isOn: isCharted, onToggle: () => setCharted(!isCharted) } : undefined}
      />
      {isCharted && (
        <Suspense fallback={<div className="h-80" />}>
          <TableChart rows={shownRows} columns={columns} name={name} />
        </Suspense>
      )}
      <RowTable
        {...{ name, shown, show }}
        columns={drawn}
        rows={shownRows}
        renderHeader={(column) => (
          <SortHeader
            key={column.key}
            column={column}
            sorting={view.sorting}
            onSort={(sorting) => setView({ ...view, sorting })}
          />
        )}
        renderLongBody={(frame, renderCells) => (
          <VirtualRows rows={shownRows} columnCount={drawn.length} {...{ frame, renderCells }} />
        )}
      />
      {canFilter && (
        <p role="status" className="text-muted-foreground text-xs tabular-nums">
          {shownRows.length < rows.length && `${shownRows.length.toLocaleString('en')} of `}
          {plural(rows.length, 'row')}
        </p>
      )}
    </div>
  )
}

type SortHeaderProps = { column: Column; sorting?: Sorting; onSort: (sorting: Sorting) => void }

function SortHeader({ column, sorting, onSort }: SortHeaderProps) {
  const { key, title, isNumeric, gathered } = column
  const className = isNumeric ? 'text-right' : undefined
  if (gathered) return <TableHeader className={className}>{title}</TableHeader>
  const isSorted = sorting?.key === key
  const Arrow = sorting?.descending ? ArrowDown : ArrowUp
  return (
    <TableHeader
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
      className={className}
    >
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 hover:text-foreground"
        onClick={() => onSort({ key, descending: isSorted && !sorting.descending })}
      >
        {title}
        {isSorted && <Arrow className="size-3" aria-hidden />}
      </button>
    </TableHeader>
  )
}
