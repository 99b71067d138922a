'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { Json, JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { useIsBrowser } from '../browser/use-is-browser.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'
import { cn } from '../ui/cn.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import { automaticChart, firstChart } from './chart-choice.ts'
import type { ShownValue, ShowValue } from './described-fields.ts'
import { findCurrency } from './number-kinds.ts'
import {
  type Column,
  chooseColumns,
  FIRST_ROWS,
  isDigest,
  SHORT_DIGEST,
  type Sorting,
} from './table-columns.ts'
import { initialView, viewRows, visibleColumns } from './table-view.ts'

// Loaded when the page is there: a table can be read without them.
const TableTools = lazy(async () => ({ default: (await import('./table-tools.tsx')).TableTools }))
const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }))
// The chart library takes 100 kB, so it loads only for results with a chart.
const TableChart = lazy(async () => ({ default: (await import('./table-chart.tsx')).TableChart }))

type ValueTableProps = {
  rows: JsonObject[]
  items?: JsonSchema
  root?: JsonSchema
  name: string
  currency?: string
  show: ShowValue
  /** A plain table has no tools. */
  isPlain?: boolean
}

export function ValueTable({ rows, items, root, name, currency, show, isPlain }: ValueTableProps) {
  const locale = useReaderLocale()
  const isBrowser = useIsBrowser()
  const columns = useMemo(() => chooseColumns(rows, items, root), [rows, items, root])
  const [view, setView] = useState(() => initialView(columns))
  const [isCharted, setCharted] = useState(() => !isPlain && automaticChart(rows, columns) !== undefined)
  const canChart = useMemo(
    () => !isPlain && firstChart(rows, columns) !== undefined,
    [rows, columns, isPlain],
  )
  const drawn = visibleColumns(columns, view)
  // Typing stays fluent while a long table is filtered.
  const shownView = useDeferredValue(view)
  const shownRows = useMemo(
    () => viewRows(rows, visibleColumns(columns, shownView), shownView, locale),
    [rows, columns, shownView, locale],
  )
  const hasTools = isBrowser && !isPlain
  return (
    <div className="grid min-w-0 gap-2 pt-1">
      {!isPlain && (
        <div className="min-h-8">
          {hasTools && (
            <Suspense>
              <TableTools
                {...{ name, columns, drawn, view }}
                rows={shownRows}
                canFilter={rows.length >= MIN_FILTERED_ROWS}
                onView={setView}
                chart={canChart ? { isOn: isCharted, onToggle: () => setCharted(!isCharted) } : undefined}
              />
            </Suspense>
          )}
        </div>
      )}
      {isCharted && hasTools && (
        <Suspense fallback={<div className="h-80" />}>
          <TableChart rows={shownRows} columns={columns} name={name} />
        </Suspense>
      )}
      <RowTable
        {...{ name, columns: drawn, isPlain }}
        rows={shownRows}
        sorting={view.sorting}
        onSort={(sorting) => setView({ ...view, sorting })}
        renderCells={(row) =>
          drawn.map((column) => (
            <ValueCell key={column.key} row={row} column={column} shown={{ root, currency }} show={show} />
          ))
        }
      />
      {hasTools && rows.length >= MIN_FILTERED_ROWS && (
        <RowCount shown={shownRows.length} total={rows.length} />
      )}
    </div>
  )
}

/** Shorter tables are searched and counted by looking at them. */
const MIN_FILTERED_ROWS = 8

function RowCount({ shown, total }: { shown: number; total: number }) {
  return (
    <p role="status" className="text-muted-foreground text-xs tabular-nums">
      {shown < total && `${shown.toLocaleString()} of `}
      {plural(total, 'row')}
    </p>
  )
}

type RowTableProps = {
  name: string
  columns: Column[]
  rows: readonly JsonObject[]
  isPlain?: boolean
  sorting?: Sorting
  onSort: (sorting: Sorting) => void
  renderCells: (row: JsonObject) => ReactNode
}

/** A long table scrolls within its frame, and draws only the rows that the frame shows. */
function RowTable({ name, columns, rows, isPlain, sorting, onSort, renderCells }: RowTableProps) {
  // A state, so that the rows are measured again once their frame is there.
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const isLong = rows.length > FIRST_ROWS
  return (
    <Table
      label={name}
      frameRef={setFrame}
      frameClassName={isLong ? 'max-h-[32rem] overflow-auto rounded-md border border-border' : undefined}
      {...(isLong && { 'aria-rowcount': rows.length + 1 })}
    >
      <TableHead className={isLong ? 'sticky top-0 z-10 bg-card' : undefined}>
        <TableRow>
          {columns.map((column) => (
            <SortHeader
              key={column.key}
              column={column}
              sorting={sorting}
              onSort={isPlain || column.gathered ? undefined : onSort}
            />
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        <Rows {...{ rows, frame, renderCells }} columnCount={columns.length} />
      </TableBody>
    </Table>
  )
}

type RowsProps = Pick<RowTableProps, 'rows' | 'renderCells'> & {
  frame: HTMLElement | null
  columnCount: number
}

function Rows({ rows, frame, columnCount, renderCells }: RowsProps) {
  const isBrowser = useIsBrowser()
  const first = rows
    .slice(0, FIRST_ROWS)
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
    .map((row, index) => <TableRow key={index}>{renderCells(row)}</TableRow>)
  if (!isBrowser || rows.length <= FIRST_ROWS) return first
  return (
    <Suspense fallback={first}>
      <VirtualRows {...{ rows, frame, columnCount, renderCells }} />
    </Suspense>
  )
}

type ValueCellProps = {
  row: JsonObject
  column: Column
  shown: Pick<ValueTableProps, 'root' | 'currency'>
  show: ShowValue
}

function ValueCell({ row, column, shown, show }: ValueCellProps) {
  const { isNumeric, minWidthChars, gathered } = column
  return (
    <TableCell
      // The table scrolls rather than breaking a word in a cell.
      className={cn('max-w-80 align-top [overflow-wrap:break-word]', isNumeric && 'text-right')}
      style={{ minWidth: `calc(${minWidthChars}ch + 1.5rem)` }}
    >
      {gathered ? (
        <dl className="grid gap-1">
          {gathered
            .filter(({ key }) => row[key] !== undefined)
            .map((field) => (
              <div key={field.key} className="flex min-w-0 gap-2">
                <dt className="shrink-0 text-muted-foreground">{field.title}</dt>
                <dd className="min-w-0">
                  <FieldValue row={row} column={field} shown={shown} show={show} />
                </dd>
              </div>
            ))}
        </dl>
      ) : (
        <FieldValue row={row} column={column} shown={shown} show={show} />
      )}
    </TableCell>
  )
}

/** A missing field leaves its cell empty. */
function FieldValue({ row, column: { key, title, schema }, shown, show }: ValueCellProps) {
  const value = row[key]
  if (value === undefined) return null
  const currency = findCurrency(row) ?? shown.currency
  return renderCell(
    value,
    { schema, root: shown.root, field: key, name: title, depth: 3, currency, isPlain: true },
    show,
  )
}

function renderCell(value: Json, described: Omit<ShownValue, 'value'>, show: ShowValue): ReactNode {
  return isDigest(value) ? <DigestValue text={value} name={described.name} /> : show({ value, ...described })
}

type SortHeaderProps = { column: Column; sorting?: Sorting; onSort?: (sorting: Sorting) => void }

function SortHeader({ column: { key, title, isNumeric }, sorting, onSort }: SortHeaderProps) {
  if (!onSort) return <TableHeader className={isNumeric ? 'text-right' : undefined}>{title}</TableHeader>
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
