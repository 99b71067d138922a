'use client'

/**
 * A list of records as a table: the rows of the library, laid out in columns (`.record-table` in app/globals.css). On
 * narrow pages they stay cards. Cells of a spreadsheet can be pasted, and keys move between the rows.
 */
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { findPreset } from '#lib/contracts/forms/fields/field-model.ts'
import type { Pasted } from '#lib/contracts/forms/records/record-cells.ts'
import type { RecordColumn } from '#lib/contracts/forms/records/record-columns.ts'
import type { DrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import type { FormContract } from '#lib/contracts/forms/validation/form-contract.ts'
import type { FormValue } from '#lib/contracts/forms/values/form-value.ts'
import { isIdenticalJson, type Json } from '#lib/kernel/json/json.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { browserLanguage } from '../../browser/use-browser-language.ts'
import { cn } from '../../ui/cn.ts'
import { focusFirst } from '../../ui/remember-focus.ts'
import { TextButton } from '../../ui/row-buttons.tsx'
import { InRecordTable } from '../frame/in-record-table.ts'

const CorrectNumbers = lazy(async () => ({
  default: (await import('./correct-numbers.tsx')).CorrectNumbers,
}))

/** Tables of few columns fit beside the output of a skill. */
const FEW_COLUMNS = 4

type RecordTableProps = {
  contract: FormContract
  field: DrawnField
  columns: readonly RecordColumn[]
  /** Adds a row and focuses its first field; undefined if there may be no more. */
  onAdd: (() => void) | undefined
  /** The rows. */
  children: ReactNode
}

export function RecordTable({ contract, field, columns, onAdd, children }: RecordTableProps) {
  const { json, value, disabled, change } = field
  const [isTable, setTable] = useState(true)
  const [pasted, setPasted] = useState<Omit<Pasted, 'value'> & { before: FormValue; after: Json }>()
  const rowCount = Array.isArray(value) ? value.length : 0
  // Reading the pasted text takes a while, in which the person may go on typing.
  const latest = useRef(value)
  latest.current = value

  async function paste(text: string, at: Cell, control: HTMLElement) {
    const locale = browserLanguage()
    const { pasteCells, readCells } = await import('#lib/contracts/forms/records/record-cells.ts')
    const cells = await readCells(text, locale)
    const before = latest.current
    const { value: after, ...told } = pasteCells({
      contract,
      list: field.field,
      columns,
      value: before,
      at,
      cells,
      locale,
    })
    const { id } = control
    flushSync(() => {
      change(after)
      setPasted({ before, after: after as Json, ...told })
    })
    document.getElementById(id)?.focus()
  }
  function onPaste(event: ClipboardEvent<HTMLElement>) {
    const text = event.clipboardData.getData('text/plain')
    // What fits into one cell is pasted as anywhere.
    if (disabled || !/[\t\r\n]/.test(text.trim())) return
    event.preventDefault()
    const control = event.target as HTMLElement
    void paste(text.trim(), findCell(control) ?? { row: rowCount, column: 0 }, control)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const cell = findCell(event.target as HTMLElement)
    const step = stepOf(event)
    if (!cell || step === 0 || !isTable) return
    event.preventDefault()
    const rows = event.currentTarget.querySelector('[data-rows]')?.children ?? []
    const next = rows[cell.row + step]
    if (next) focusFirst(cellsIn(next)[cell.column])
    else if (event.key === 'Enter') onAdd?.()
  }

  const [first, ...others] = columns
  const widths = [first?.kind === 'string' ? 'minmax(6rem, 2fr)' : NARROW, ...others.map(() => NARROW)]
  const style = { '--record-columns': widths.join(' ') } as CSSProperties
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside have the focus
    <div
      className="record-list grid min-w-0 gap-2"
      data-columns={columns.length <= FEW_COLUMNS ? 'few' : 'many'}
      onPaste={onPaste}
      onKeyDown={onKeyDown}
    >
      <div className={cn(isTable && 'record-table')} style={style}>
        {rowCount > 0 && isTable && (
          <div
            aria-hidden
            className="record-head table-view:grid hidden font-medium text-muted-foreground text-xs"
          >
            {columns.map(({ name, label, unit, required, field: { schemas } }) => (
              <span key={name} className="min-w-0 [overflow-wrap:anywhere]">
                {label}
                {unit && <span className="font-normal"> ({unit})</span>}
                {!required && findPreset({ schemas }) === undefined && (
                  <span className="font-normal"> optional</span>
                )}
              </span>
            ))}
          </div>
        )}
        <InRecordTable value={isTable}>{children}</InRecordTable>
      </div>
      {!disabled && rowCount > 0 && (
        <Suspense>
          <CorrectNumbers {...{ columns, value, change }} />
        </Suspense>
      )}
      <p role="status" className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs">
        {pasted && isIdenticalJson(json, pasted.after) ? (
          <>
            {plural(pasted.count, 'row')} pasted.
            {pasted.left.length > 0 && ` No column here for ${pasted.left.map(quote).join(', ')}.`}
            <TextButton fieldLabel={field.label} onClick={() => change(pasted.before)}>
              Undo
            </TextButton>
          </>
        ) : (
          'Cells copied from a spreadsheet can be pasted here.'
        )}
        <button
          type="button"
          className="table-view:inline hidden underline underline-offset-3 hover:text-foreground"
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as cards' : 'Show as a table'}
        </button>
      </p>
    </div>
  )
}

function quote(text: string): string {
  return `“${text}”`
}

const NARROW = 'minmax(4rem, 1fr)'

type Cell = { row: number; column: number }

function findCell(control: HTMLElement): Cell | undefined {
  const row = control.closest('li')
  const cell = control.closest('[data-fields] > *')
  if (!row?.parentElement || !cell) return undefined
  return { row: [...row.parentElement.children].indexOf(row), column: cellsIn(row).indexOf(cell) }
}

function cellsIn(row: Element): Element[] {
  return [...(row.querySelector('[data-fields]')?.children ?? [])]
}

/** Returns 1 or -1 if the key leads to the next or the previous row. Open pickers, selects and several lines have it for themselves. */
function stepOf({
  key,
  target,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
  defaultPrevented,
}: KeyboardEvent): number {
  if (defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof HTMLInputElement)) return 0
  if (key === 'Enter') return shiftKey ? -1 : 1
  const isText = ['text', 'email', 'url'].includes(target.type) && target.role !== 'combobox'
  if (!isText || shiftKey) return 0
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
}
