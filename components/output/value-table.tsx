'use client'

import { lazy, Suspense, useMemo } from 'react'
import type { JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { useIsHydrated } from '../browser/use-is-hydrated.ts'
import type { ShownValue, ShowValue } from './described-fields.ts'
import { RowTable } from './row-table.tsx'
import { chooseColumns, hasTimeAxis } from './table-columns.ts'
import { initialView, visibleColumns } from './visible-columns.ts'

// Loaded when the page is there: a table can be read without its tools.
const DataTable = lazy(async () => ({ default: (await import('./data-table.tsx')).DataTable }))
// The chart library takes 100 kB, so it loads only for results with a chart.
const AutomaticChart = lazy(async () => ({ default: (await import('./table-chart.tsx')).AutomaticChart }))

type ValueTableProps = {
  rows: JsonObject[]
  items?: JsonSchema
  root?: JsonSchema
  name: string
  currency?: string
  show: ShowValue
  place?: ShownValue['place']
}

/** A list of records: a plain table in cells and examples, and one with tools in results. */
export function ValueTable({ rows, items, root, name, currency, show, place }: ValueTableProps) {
  const isBrowser = useIsHydrated()
  const columns = useMemo(() => chooseColumns(rows, items, root), [rows, items, root])
  const shared = { name, rows, shown: { root, currency }, show }
  const plain = <RowTable {...shared} columns={visibleColumns(columns, initialView(columns))} />
  if (place === 'cell') return plain
  if (place === 'example')
    return (
      <div className="grid min-w-0 gap-2 pt-1">
        {hasTimeAxis(columns) && isBrowser && (
          <Suspense fallback={<div className="h-80" />}>
            <AutomaticChart rows={rows} columns={columns} name={name} />
          </Suspense>
        )}
        {plain}
      </div>
    )
  const untilLoaded = (
    <div className="grid min-w-0 gap-2 pt-1">
      <div className="h-8" />
      {plain}
    </div>
  )
  if (!isBrowser) return untilLoaded
  return (
    <Suspense fallback={untilLoaded}>
      <DataTable {...shared} columns={columns} />
    </Suspense>
  )
}
