'use client'

import { type ReactNode, useState } from 'react'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { cn } from '../ui/cn.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import type { ShownValue, ShowValue } from './described-fields.ts'
import { findCurrency } from './number-kinds.ts'
import { type Column, FIRST_ROWS, isDigest, SHORT_DIGEST } from './table-columns.ts'

type RowTableProps = {
  name: string
  columns: readonly Column[]
  rows: readonly JsonObject[]
  shown: Pick<ShownValue, 'root' | 'currency'>
  show: ShowValue
  /** Draws the title of a column; by default it is only written. */
  renderHeader?: (column: Column) => ReactNode
  /** Draws the rows of a long table; by default only the first are drawn. */
  renderLongBody?: (frame: HTMLElement | null, renderCells: (row: JsonObject) => ReactNode) => ReactNode
}

/** A table of values. A long one scrolls within its frame. */
export function RowTable({
  name,
  columns,
  rows,
  shown,
  show,
  renderHeader = writeTitle,
  renderLongBody,
}: RowTableProps) {
  // A state, so that the rows are measured again once their frame is there.
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const isLong = rows.length > FIRST_ROWS
  const renderCells = (row: JsonObject) =>
    columns.map((column) => (
      <ValueCell key={column.key} row={row} column={column} shown={shown} show={show} />
    ))
  return (
    <Table
      label={name}
      frameRef={setFrame}
      frameClassName={isLong ? 'max-h-[32rem] overflow-auto rounded-md border border-border' : undefined}
      {...(isLong && { 'aria-rowcount': rows.length + 1 })}
    >
      <TableHead className={isLong ? 'sticky top-0 z-10 bg-card' : undefined}>
        <TableRow>{columns.map(renderHeader)}</TableRow>
      </TableHead>
      <TableBody>
        {isLong && renderLongBody
          ? renderLongBody(frame, renderCells)
          : rows
              .slice(0, FIRST_ROWS)
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
              .map((row, index) => <TableRow key={index}>{renderCells(row)}</TableRow>)}
      </TableBody>
    </Table>
  )
}

function writeTitle({ key, title, isNumeric }: Column): ReactNode {
  return (
    <TableHeader key={key} className={isNumeric ? 'text-right' : undefined}>
      {title}
    </TableHeader>
  )
}

type ValueCellProps = {
  row: JsonObject
  column: Column
  shown: RowTableProps['shown']
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
    { schema, root: shown.root, field: key, name: title, depth: 3, currency, place: 'cell' },
    show,
  )
}

function renderCell(value: Json, described: Omit<ShownValue, 'value'>, show: ShowValue): ReactNode {
  return isDigest(value) ? <DigestValue text={value} name={described.name} /> : show({ value, ...described })
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
