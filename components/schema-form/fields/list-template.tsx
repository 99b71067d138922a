'use client'

import LibraryArrayField from '@rjsf/core/lib/components/fields/ArrayField.js'
import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  deepEquals,
  type Field,
  type FieldProps,
  hashObject,
  type RJSFSchema,
} from '@rjsf/utils'
import { ChevronDown, ChevronUp, CopyPlus, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { fieldOf } from '#lib/form-model/drawn-field.ts'
import { readFieldModel } from '#lib/form-model/field-model.ts'
import { nodeOf } from '#lib/form-model/form-schema.ts'
import { listParts } from '#lib/form-model/schema-parts.ts'
import { isObject } from '#lib/json/json.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import type { FormContext } from './contract-form.tsx'
import { AddButton, focusFirst } from './field-frame.tsx'

// Typed for lists only.
const ArrayField = LibraryArrayField as Field<unknown, RJSFSchema, FormContext>

/** Remounts on collisions of the library's 32-bit hash: "Aa" changed to "BB" would be submitted as "Aa". */
export function ListField(props: FieldProps<unknown, RJSFSchema, FormContext>) {
  const { formData } = props
  const last = useRef({ formData, hash: hashObject(formData ?? []), key: 0 })
  if (last.current.formData !== formData) {
    const hash = hashObject(formData ?? [])
    const isMistaken = hash === last.current.hash && !deepEquals(last.current.formData, formData)
    last.current = { formData, hash, key: last.current.key + (isMistaken ? 1 : 0) }
  }
  return <ArrayField key={last.current.key} {...props} />
}

const AT_ONCE = 50

type Act = 'up' | 'down' | 'double' | 'remove'

export function ListTemplate({
  schema,
  items,
  canAdd,
  disabled,
  onAddClick,
}: ArrayFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { id, field, label, facts, json, value } = fieldOf(schema)
  const { tupleLength, isOpen } = listParts(field)
  const [shown, setShown] = useState(AT_ONCE)
  const count = items.length
  const lastCount = useRef(count)
  if (count > lastCount.current && count > shown && lastCount.current >= shown) setShown(count)
  lastCount.current = count
  const focus = useListFocus(id, tupleLength)
  const rows = items.slice(tupleLength, Math.max(tupleLength, shown)) as ReactElement[]
  const isEmpty = Array.isArray(value) && count === 0 && tupleLength === 0
  const isSentEmpty = isEmpty && json !== undefined && facts.default !== undefined
  return (
    <>
      {tupleLength > 0 && <div className="grid grid-cols-1 gap-3">{items.slice(0, tupleLength)}</div>}
      {rows.length > 0 && (
        <ol
          data-rows
          className="grid grid-cols-1 gap-2.5"
          onClickCapture={focus.onPress}
          onKeyDown={focus.onKeyDown}
        >
          {rows}
        </ol>
      )}
      {count > Math.max(tupleLength, shown) && (
        <button
          type="button"
          className="w-fit text-sm underline underline-offset-4"
          onClick={() => setShown(shown + 4 * AT_ONCE)}
        >
          Show more of {count} items
        </button>
      )}
      {canAdd && isOpen && (
        <AddButton
          data-add
          disabled={disabled}
          onClick={(event) => {
            focus.next(Math.max(count, tupleLength), 'fill')
            onAddClick(event)
          }}
        >
          Add {rows.length > 0 ? 'another' : 'an item'}
          <span className="sr-only"> to {label}</span>
        </AddButton>
      )}
      {isSentEmpty && <p className="text-muted-foreground text-xs">An empty list is sent.</p>}
    </>
  )
}

/** To the same button, or a new row. */
function useListFocus(id: string, tupleLength: number) {
  const pendingFocus = useRef<{ row: number; act: Act | 'fill' }>(undefined)

  useEffect(() => {
    if (!pendingFocus.current) return
    const { row, act } = pendingFocus.current
    const group = document.getElementById(id)
    const rows = group?.querySelector('[data-rows]')?.children ?? []
    pendingFocus.current = undefined
    const target = rows[Math.min(row - tupleLength, rows.length - 1)]
    if (!target) group?.querySelector<HTMLElement>('[data-add]')?.focus()
    else if (act === 'fill') focusFirst(target)
    else buttonIn(target, act)?.focus()
  })

  const next = (row: number, act: Act | 'fill') => {
    pendingFocus.current = { row, act }
  }
  function onPress(event: MouseEvent<HTMLOListElement>) {
    const { target, currentTarget } = event
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null
    const item = button?.parentElement?.parentElement
    const row = item ? [...currentTarget.children].indexOf(item) : -1
    if (!button || row < 0) return
    const act = button.dataset.act as Act
    const at = tupleLength + row
    if (act === 'double') next(at + 1, 'fill')
    else next(act === 'up' ? at - 1 : act === 'down' ? at + 1 : at, act)
  }
  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const row = [...event.currentTarget.children].find((each) => each.contains(event.target as Element))
    event.preventDefault()
    // Only the inner row moves.
    event.stopPropagation()
    row
      ?.querySelector<HTMLElement>(`:scope > div > [data-act="${event.key === 'ArrowUp' ? 'up' : 'down'}"]`)
      ?.click()
  }
  return { next, onPress, onKeyDown }
}

/** Or the first enabled one. */
function buttonIn(row: Element, act: Act): HTMLElement | null {
  const own = [...row.querySelectorAll<HTMLElement>(':scope > div > [data-act]:not(:disabled)')]
  return own.find((button) => button.dataset.act === act) ?? own[0] ?? null
}

type ItemProps = ArrayFieldItemTemplateProps<unknown, RJSFSchema, FormContext>

export function ListItemTemplate({
  children,
  buttonsProps,
  schema,
  index,
  totalItems,
  disabled,
  registry,
}: ItemProps) {
  const node = nodeOf(schema)
  if (node?.slot !== 'row') return <div className="min-w-0">{children}</div>
  const { contract } = registry.formContext
  const { formData } = (children as ReactElement<FieldProps<unknown, RJSFSchema, FormContext>>).props
  const isGroup =
    Array.isArray(formData) ||
    isObject(formData) ||
    readFieldModel(contract, node.schemas, undefined, { needsBranch: true }).types.some(isGroupType)
  const item = `item ${index + 1} of ${totalItems}`
  return (
    <li
      className={cn(
        '@container relative flex items-start gap-1.5',
        isGroup && 'rounded-md border border-border p-3',
      )}
    >
      <div className="min-w-0 flex-1">{children}</div>
      <div className={cn('flex shrink-0', isGroup && 'absolute top-2.5 right-1.5')}>
        {totalItems > 1 && (
          <>
            <RowButton
              act="up"
              label={`Move ${item} up`}
              disabled={disabled || !buttonsProps.hasMoveUp}
              onClick={buttonsProps.onMoveUpItem}
            />
            <RowButton
              act="down"
              label={`Move ${item} down`}
              disabled={disabled || !buttonsProps.hasMoveDown}
              onClick={buttonsProps.onMoveDownItem}
            />
          </>
        )}
        <RowButton
          act="double"
          label={`Duplicate ${item}`}
          disabled={disabled || !buttonsProps.hasCopy}
          onClick={buttonsProps.onCopyItem}
        />
        <RowButton
          act="remove"
          label={`Remove ${item}`}
          disabled={disabled}
          onClick={buttonsProps.onRemoveItem}
        />
      </div>
    </li>
  )
}

function isGroupType(type: string): boolean {
  return type === 'object' || type === 'array'
}

type RowButtonProps = {
  act: Act
  label: string
  disabled: boolean | undefined
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

const ICONS = { up: ChevronUp, down: ChevronDown, double: CopyPlus, remove: X } as const

function RowButton({ act, label, disabled, onClick }: RowButtonProps) {
  const Icon = ICONS[act]
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      className="w-8 text-muted-foreground"
      data-act={act}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon aria-hidden />
    </Button>
  )
}
