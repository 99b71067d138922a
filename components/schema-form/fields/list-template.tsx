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
import { type KeyboardEvent, type MouseEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { drawnFieldOf } from '#lib/form-model/drawn-field.ts'
import { readFieldModel } from '#lib/form-model/field-model.ts'
import { nodeOf } from '#lib/form-model/form-schema.ts'
import { listParts } from '#lib/form-model/schema-parts.ts'
import { isObject } from '#lib/json/json.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { cn } from '../../ui/cn.ts'
import { focusFirst } from '../../ui/remember-focus.ts'
import { type RowAct, RowButtons } from '../../ui/row-buttons.tsx'
import type { FormContext } from './contract-form.tsx'

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

type ListProps = ArrayFieldTemplateProps<unknown, RJSFSchema, FormContext>

export function ListTemplate({ schema, items, canAdd, disabled, onAddClick }: ListProps) {
  const { id, field, label, facts, json, value } = drawnFieldOf(schema)
  const { tupleLength, isOpen } = listParts(field)
  const [shown, setShown] = useState(AT_ONCE)
  const count = items.length
  const lastCount = useRef(count)
  if (count > lastCount.current && count > shown && lastCount.current >= shown) setShown(count)
  lastCount.current = count
  const focus = useRowFocus(id)
  const rows = items.slice(tupleLength, Math.max(tupleLength, shown))
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
            focus.next(rows.length, 'fill')
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

/** To the same button after an act, or into a new row. */
function useRowFocus(id: string) {
  const pending = useRef<{ row: number; act: RowAct | 'fill' }>(undefined)

  useEffect(() => {
    if (!pending.current) return
    const { row, act } = pending.current
    pending.current = undefined
    const group = document.getElementById(id)
    const rows = group?.querySelector('[data-rows]')?.children ?? []
    const target = rows[Math.min(row, rows.length - 1)]
    if (!target) group?.querySelector<HTMLElement>('[data-add]')?.focus()
    else if (act === 'fill') focusFirst(target)
    else buttonIn(target, act)?.focus()
  })

  const next = (row: number, act: RowAct | 'fill') => {
    pending.current = { row, act }
  }
  function onPress(event: MouseEvent<HTMLOListElement>) {
    const button = (event.target as Element).closest<HTMLElement>('[data-act]')
    const row = [...event.currentTarget.children].findIndex((each) => buttonsIn(each).includes(button))
    if (row < 0) return
    const act = button?.dataset.act as RowAct
    if (act === 'double') next(row + 1, 'fill')
    else next(act === 'up' ? row - 1 : act === 'down' ? row + 1 : row, act)
  }
  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const row = [...event.currentTarget.children].find((each) => each.contains(event.target as Element))
    event.preventDefault()
    // Only the inner row moves.
    event.stopPropagation()
    const act = event.key === 'ArrowUp' ? 'up' : 'down'
    if (row)
      buttonsIn(row)
        .find((button) => button?.dataset.act === act)
        ?.click()
  }
  return { next, onPress, onKeyDown }
}

/** Without those of lists inside. */
function buttonsIn(row: Element): (HTMLElement | null)[] {
  return [...row.querySelectorAll<HTMLElement>(':scope > div > [data-act]:not(:disabled)')]
}

/** Or the first enabled one. */
function buttonIn(row: Element, act: RowAct): HTMLElement | null | undefined {
  const buttons = buttonsIn(row)
  return buttons.find((button) => button?.dataset.act === act) ?? buttons[0]
}

type ItemProps = ArrayFieldItemTemplateProps<unknown, RJSFSchema, FormContext>

export function ListItemTemplate(props: ItemProps) {
  const { children, buttonsProps, schema, index, totalItems, disabled, registry } = props
  const node = nodeOf(schema)
  if (node?.slot !== 'row') return <div className="min-w-0">{children}</div>
  const { contract } = registry.formContext
  const { formData } = (children as ReactElement<FieldProps<unknown, RJSFSchema, FormContext>>).props
  const { types } = readFieldModel(contract, node.schemas, undefined, { needsBranch: true })
  const isGroup =
    isObject(formData) || Array.isArray(formData) || types.includes('object') || types.includes('array')
  const { hasMoveUp, hasMoveDown, hasCopy, onMoveUpItem, onMoveDownItem, onCopyItem, onRemoveItem } =
    buttonsProps
  const moves = totalItems > 1 && {
    up: !disabled && hasMoveUp && onMoveUpItem,
    down: !disabled && hasMoveDown && onMoveDownItem,
  }
  return (
    <li
      className={cn(
        '@container relative flex items-start gap-1.5',
        isGroup && 'rounded-md border border-border p-3',
      )}
    >
      <div className="min-w-0 flex-1">{children}</div>
      <RowButtons
        item={`item ${index + 1} of ${totalItems}`}
        className={isGroup ? 'absolute top-2.5 right-1.5' : undefined}
        acts={{
          ...moves,
          double: !disabled && hasCopy && onCopyItem,
          remove: !disabled && onRemoveItem,
        }}
      />
    </li>
  )
}
