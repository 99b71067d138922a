'use client'

import { ChartLine, Columns3, Copy, Download } from 'lucide-react'
import { useId, useState } from 'react'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { slugFrom } from '#lib/kernel/names/skill-name.ts'
import { saveFile } from '../browser/save-file.ts'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dialogs/dropdown-menu.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../ui/dialogs/popover.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Input } from '../ui/forms/input.tsx'
import type { Column } from './table-columns.ts'
import { toCsv, toMarkdownTable } from './table-text.ts'
import { fileColumns, type TableView } from './table-view.ts'
import { MORE_FIELDS_COLUMN } from './visible-columns.ts'

/** With more, the list of columns would take seconds to open. */
const MAX_LISTED_COLUMNS = 200

type TableToolsProps = {
  name: string
  /** All columns, and those that are drawn. */
  columns: readonly Column[]
  drawn: readonly Column[]
  /** The rows in the order of the table, without those that the filter hides. */
  rows: readonly JsonObject[]
  canFilter: boolean
  view: TableView
  onView: (view: TableView) => void
  /** Undefined if there is nothing to plot. */
  chart?: { isOn: boolean; onToggle: () => void }
}

/** What a reader can do with a table: filter it, choose its columns, plot it, copy it and download it. */
export function TableTools({ name, columns, drawn, rows, canFilter, view, onView, chart }: TableToolsProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      {canFilter && (
        <Input
          type="search"
          aria-label={`Filter ${name}`}
          placeholder="Filter rows"
          className="mr-auto h-8 w-36 max-w-full"
          value={view.filter}
          onChange={({ target }) => onView({ ...view, filter: target.value })}
        />
      )}
      <div className="flex flex-wrap items-center gap-1">
        {columns.length > 1 && <ColumnChoice columns={columns} view={view} onView={onView} />}
        {chart && (
          <Button
            variant="ghost"
            size="sm"
            className="px-2"
            aria-pressed={chart.isOn}
            onClick={chart.onToggle}
          >
            <ChartLine aria-hidden /> {chart.isOn ? 'Hide chart' : 'Chart'}
          </Button>
        )}
        <CopyMenu rows={rows} columns={fileColumns(drawn)} />
        <DownloadMenu rows={rows} columns={fileColumns(drawn)} name={name} />
      </div>
    </div>
  )
}

function ColumnChoice({ columns, view, onView }: Pick<TableToolsProps, 'columns' | 'view' | 'onView'>) {
  const id = useId()
  const hasRare = columns.some(({ isRare }) => isRare)
  const listed = [...columns.slice(0, MAX_LISTED_COLUMNS), ...(hasRare ? [MORE_FIELDS_COLUMN] : [])]
  const show = (key: string, isShown: boolean) => {
    const hidden = new Set(view.hidden)
    if (isShown) hidden.delete(key)
    else hidden.add(key)
    onView({ ...view, hidden })
  }
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" className="px-2">
          <Columns3 aria-hidden /> Columns
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="max-h-80 w-64 overflow-y-auto p-2" aria-label="Columns">
        {listed.map(({ key, title }) => (
          <label
            key={key}
            htmlFor={`${id}${key}`}
            className="flex min-h-8 items-center gap-2.5 rounded-md px-2 hover:bg-accent"
          >
            <Checkbox
              id={`${id}${key}`}
              checked={!view.hidden.has(key)}
              onCheckedChange={(isShown) => show(key, isShown)}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
          </label>
        ))}
      </PopoverContent>
    </Popover>
  )
}

type Copied = { rows: readonly JsonObject[]; columns: readonly Column[] }

function CopyMenu({ rows, columns }: Copied) {
  const [outcome, setOutcome] = useState('')
  const copies = {
    CSV: () => toCsv(rows, columns),
    JSON: () => toJson(rows, columns),
    Markdown: () => toMarkdownTable(rows, columns),
  }
  async function copy(text: string) {
    // Browsers refuse without the permission, and have no clipboard on pages without HTTPS.
    const isDone = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => true,
        () => false,
      )
    setOutcome(isDone ? 'Copied' : 'Not copied')
    setTimeout(() => setOutcome(''), 2_000)
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm" className="px-2">
            <Copy aria-hidden /> {outcome || 'Copy'}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {Object.entries(copies).map(([kind, text]) => (
            <DropdownMenuItem key={kind} onSelect={() => void copy(text())}>
              Copy as {kind}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </>
  )
}

function DownloadMenu({ rows, columns, name }: Copied & { name: string }) {
  const [error, setError] = useState('')
  const file = slugFrom(name) || 'result'
  async function saveXlsx() {
    try {
      const { toXlsx } = await import('./table-file.ts')
      saveFile(`${file}.xlsx`, await toXlsx(rows, columns, name))
      setError('')
    } catch {
      setError('The Excel file could not be made. Try CSV instead.')
    }
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm" className="px-2">
            <Download aria-hidden /> Download
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => saveFile(`${file}.csv`, toCsv(rows, columns))}>
            CSV
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void saveXlsx()}>Excel (XLSX)</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => saveFile(`${file}.json`, toJson(rows, columns))}>
            JSON
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {error && (
        <p role="alert" className="text-destructive text-sm">
          {error}
        </p>
      )}
    </>
  )
}

/** Returns the rows as JSON with the fields of the columns only. */
function toJson(rows: readonly JsonObject[], columns: readonly Column[]): string {
  const keys = new Set(columns.map(({ key }) => key))
  const chosen = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => keys.has(key))))
  return `${JSON.stringify(chosen, null, 2)}\n`
}
