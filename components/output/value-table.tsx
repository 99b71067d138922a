'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import type { Json, JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import type { ShownValue, ShowValue } from './described-fields.ts'
import { findCurrency } from './number-kinds.ts'
import { PlotButton } from './number-list.tsx'
import {
  buildChart,
  type Column,
  chooseColumns,
  FIRST_ROWS,
  isDigest,
  plotByPosition,
  plottableColumns,
  SHORT_DIGEST,
  type Sorting,
  sortRows,
} from './table-columns.ts'
import { toCsv, toMarkdownTable } from './table-text.ts'

// The chart library takes 100 kB, so it loads only for results with a chart.
const SeriesChart = dynamic(() => import('./series-chart.tsx').then((module) => module.SeriesChart), {
  ssr: false,
  loading: () => <div className="h-56" />,
})

type ValueTableProps = {
  rows: JsonObject[]
  items?: JsonSchema
  root?: JsonSchema
  name: string
  currency?: string
  show: ShowValue
}

export function ValueTable({ rows, items, root, name, currency, show }: ValueTableProps) {
  const [sorting, setSorting] = useState<Sorting>()
  const [isExpanded, setExpanded] = useState(false)
  const [isPlotted, setPlotted] = useState(false)
  const columns = chooseColumns(rows, items, root)
  const chart = buildChart(rows, columns)
  const plottable = chart ? [] : plottableColumns(rows, columns)
  const locale = useReaderLocale()
  const sorted = sorting ? sortRows(rows, sorting, locale) : rows
  const visibleRows = isExpanded ? sorted : sorted.slice(0, FIRST_ROWS)
  return (
    <div className="grid min-w-0 gap-3 pt-1">
      {chart && <SeriesChart chart={chart} rows={rows} name={name} />}
      {isPlotted && <SeriesChart {...plotByPosition(sorted, plottable)} name={name} />}
      <Table label={name} className="rounded-md">
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <SortHeader key={column.key} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {visibleRows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
            <TableRow key={index}>
              {columns.map((column) => (
                <ValueCell
                  key={column.key}
                  row={row}
                  column={column}
                  shown={{ root, currency }}
                  show={show}
                />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <div className="flex flex-wrap items-center gap-2">
        {rows.length > FIRST_ROWS && (
          <Button variant="outline" size="sm" onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? `Show the first ${FIRST_ROWS}` : `Show all ${rows.length} rows`}
          </Button>
        )}
        {plottable.length > 0 && <PlotButton isOn={isPlotted} onToggle={() => setPlotted(!isPlotted)} />}
        <CopyTable rows={sorted} columns={columns} />
      </div>
    </div>
  )
}

function CopyTable({ rows, columns }: { rows: JsonObject[]; columns: Column[] }) {
  const copies = [
    { label: 'Copy as JSON', text: () => JSON.stringify(rows, null, 2) },
    { label: 'Copy as CSV', text: () => toCsv(rows, columns) },
    { label: 'Copy as Markdown', text: () => toMarkdownTable(rows, columns) },
  ]
  return copies.map((copy) => (
    <CopyButton key={copy.label} {...copy} withLabel variant="ghost" className="text-muted-foreground" />
  ))
}

type ValueCellProps = {
  row: JsonObject
  column: Column
  shown: Pick<ValueTableProps, 'root' | 'currency'>
  show: ShowValue
}

function ValueCell({ row, column, shown: { root, currency }, show }: ValueCellProps) {
  const { key, title, schema, isNumeric, minWidthChars } = column
  return (
    <TableCell
      // The table scrolls rather than breaking a word in a cell.
      className={cn('max-w-80 align-top [overflow-wrap:break-word]', isNumeric && 'text-right')}
      style={{ minWidth: `calc(${minWidthChars}ch + 1.5rem)` }}
    >
      {row[key] === undefined ? (
        <span className="sr-only">absent</span>
      ) : (
        renderCell(
          row[key],
          {
            schema,
            root,
            field: key,
            name: title,
            depth: 3,
            currency: findCurrency(row) ?? currency,
          },
          show,
        )
      )}
    </TableCell>
  )
}

function renderCell(value: Json, visibleRows: Omit<ShownValue, 'value'>, show: ShowValue): ReactNode {
  return isDigest(value) ? (
    <DigestValue text={value} name={visibleRows.name} />
  ) : (
    show({ value, ...visibleRows })
  )
}

type SortHeaderProps = { column: Column; sorting?: Sorting; onSort: (sorting: Sorting) => void }

function SortHeader({ column: { key, title, isNumeric }, sorting, onSort }: SortHeaderProps) {
  const isSorted = sorting?.key === key
  const Arrow = sorting?.descending ? ArrowDown : ArrowUp
  return (
    <TableHeader
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
      className={isNumeric ? 'text-right' : undefined}
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

function DigestValue({ text, name }: { text: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <code className="text-xs" title={text}>
        {text.slice(0, SHORT_DIGEST)}…
      </code>
      <CopyButton text={text} label={`Copy ${name}`} variant="ghost" className="-my-1.5" />
    </span>
  )
}
