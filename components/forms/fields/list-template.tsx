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
import { type MouseEvent, type ReactElement, useMemo, useRef, useState } from 'react'
import { readFieldModel } from '#lib/contracts/forms/fields/field-model.ts'
import { listParts } from '#lib/contracts/forms/fields/schema-parts.ts'
import { recordColumns } from '#lib/contracts/forms/records/record-columns.ts'
import { readDrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { findNode } from '#lib/contracts/forms/rjsf/form-schema.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { cn } from '../../ui/cn.ts'
import { useRowFocus } from '../../ui/forms/use-row-focus.ts'
import { AddButton, RowButtons } from '../../ui/row-buttons.tsx'
import type { FormContext } from './contract-form.tsx'
import { RecordTable } from './record-table.tsx'

// The type of the library's component allows only lists as values.
const ArrayField = LibraryArrayField as Field<unknown, RJSFSchema, FormContext>

/** Remounts on collisions of the library's 32-bit hash: "Aa" changed to "BB" would be submitted as "Aa". */
export function ListField(props: FieldProps<unknown, RJSFSchema, FormContext>) {
  const { formData } = props
  const last = useRef({ formData, hash: hashObject(formData ?? []), key: 0 })
  if (last.current.formData !== formData) {
    const hash = hashObject(formData ?? [])
    const isCollision = hash === last.current.hash && !deepEquals(last.current.formData, formData)
    last.current = { formData, hash, key: last.current.key + (isCollision ? 1 : 0) }
  }
  return <ArrayField key={last.current.key} {...props} />
}

const ROWS_AT_ONCE = 50

type ListProps = ArrayFieldTemplateProps<unknown, RJSFSchema, FormContext>

export function ListTemplate({ schema, items, canAdd, disabled, registry, onAddClick }: ListProps) {
  const drawn = readDrawnField(schema)
  const { field, label, facts, json, value } = drawn
  const { contract } = registry.formContext
  const columns = useMemo(() => recordColumns(contract, field, value), [contract, field, value])
  const { tupleLength, isOpen } = listParts(field)
  const [visibleCount, setVisibleCount] = useState(ROWS_AT_ONCE)
  const count = items.length
  const lastCount = useRef(count)
  if (count > lastCount.current && count > visibleCount && lastCount.current >= visibleCount)
    setVisibleCount(count)
  lastCount.current = count
  const focus = useRowFocus()
  const rows = items.slice(tupleLength, Math.max(tupleLength, visibleCount))
  const isEmpty = Array.isArray(value) && count === 0 && tupleLength === 0
  const isSentEmpty = isEmpty && json !== undefined && facts.default !== undefined
  function addRow(event?: MouseEvent) {
    focus.fillNext(rows.length)
    onAddClick(event)
  }
  const list = rows.length > 0 && (
    <ol {...focus.list} data-rows className="grid grid-cols-1 gap-2.5">
      {rows}
    </ol>
  )
  return (
    <>
      {tupleLength > 0 && <div className="grid grid-cols-1 gap-3">{items.slice(0, tupleLength)}</div>}
      {columns ? (
        <RecordTable
          contract={contract}
          field={drawn}
          columns={columns}
          onAdd={canAdd && !disabled ? addRow : undefined}
        >
          {list}
        </RecordTable>
      ) : (
        list
      )}
      {count > Math.max(tupleLength, visibleCount) && (
        <button
          type="button"
          className="w-fit text-sm underline underline-offset-4"
          onClick={() => setVisibleCount(visibleCount + 4 * ROWS_AT_ONCE)}
        >
          Show more of {count} items
        </button>
      )}
      {canAdd && isOpen && (
        <AddButton ref={focus.add} data-add disabled={disabled} onClick={addRow}>
          Add {rows.length > 0 ? 'another' : 'an item'}
          <span className="sr-only"> to {label}</span>
        </AddButton>
      )}
      {isSentEmpty && <p className="text-muted-foreground text-xs">An empty list is sent.</p>}
    </>
  )
}

type ItemProps = ArrayFieldItemTemplateProps<unknown, RJSFSchema, FormContext>

export function ListItemTemplate(props: ItemProps) {
  const { children, buttonsProps, schema, index, totalItems, disabled, registry } = props
  const node = findNode(schema)
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
        className={isGroup ? 'row-buttons absolute top-2.5 right-1.5' : undefined}
        actions={{
          ...moves,
          double: !disabled && hasCopy && onCopyItem,
          remove: !disabled && onRemoveItem,
        }}
      />
    </li>
  )
}
