'use client'

import type { ReactNode } from 'react'
import type { Json } from '#lib/kernel/json/json.ts'
import { capitalise } from '#lib/kernel/text/format.ts'
import { append, itemPointer, listAt, moveItem, removeItem, setAt } from '../../../drafts/edit-document.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useRowFocus } from '../../../ui/forms/use-row-focus.ts'
import { AddButton, RowButtons } from '../../../ui/row-buttons.tsx'
import { toast } from '../../../ui/toast.ts'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'

type ItemListProps = {
  pointer: string
  noun: string
  empty: ReactNode
  newItem: (list: Json[]) => Json
  /** Rewrites the positions of items that store their own, after one was moved or removed. */
  reorder?: (list: Json[]) => Json[]
  children: (pointer: string, index: number) => ReactNode
}

export function ItemList({ pointer, noun, empty, newItem, reorder = keepOrder, children }: ItemListProps) {
  const { state, edit, set } = useStudio()
  const items = listAt(state.document, pointer)
  const focus = useRowFocus()

  function add() {
    focus.fillNext(items.length)
    edit((document) => append(document, pointer, newItem(items)))
  }
  function remove(index: number) {
    edit((document) => applyOrder(removeItem(document, pointer, index), pointer, reorder))
    toast(`${capitalise(noun)} ${index + 1} removed`, {
      action: { label: 'Undo', onClick: () => set(pointer, items) },
    })
  }

  return (
    <div id={fieldId(pointer)} className="grid max-w-3xl gap-4">
      {items.length === 0 && <EmptyState title={`No ${noun}s yet`}>{empty}</EmptyState>}
      <ol {...focus.list} className="grid gap-4">
        {items.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name that stays while it is typed
          <li key={index} className="min-w-0 rounded-lg border border-border bg-card">
            <ItemBar
              title={`${capitalise(noun)} ${index + 1}`}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={(offset) =>
                edit((document) => applyOrder(moveItem(document, pointer, index, offset), pointer, reorder))
              }
              onRemove={() => remove(index)}
            />
            <div className="grid gap-5 p-4">{children(itemPointer(pointer, index), index)}</div>
          </li>
        ))}
      </ol>
      <AddButton ref={focus.add} onClick={add}>
        Add {/^[aeiou]/.test(noun) ? 'an' : 'a'} {noun}
      </AddButton>
    </div>
  )
}

type ItemBarProps = {
  title: string
  isFirst: boolean
  isLast: boolean
  onMove: (offset: -1 | 1) => void
  onRemove: () => void
}

function ItemBar({ title, isFirst, isLast, onMove, onRemove }: ItemBarProps) {
  return (
    <div className="flex items-center justify-between gap-3 border-border border-b py-1.5 pr-2 pl-4">
      <h3 className="font-medium text-sm">{title}</h3>
      <RowButtons
        item={title}
        actions={{ up: !isFirst && (() => onMove(-1)), down: !isLast && (() => onMove(1)), remove: onRemove }}
      />
    </div>
  )
}

function applyOrder(document: Json, pointer: string, reorder: (list: Json[]) => Json[]): Json {
  const list = listAt(document, pointer)
  return list.length > 0 ? setAt(document, pointer, reorder(list)) : document
}

function keepOrder(list: Json[]): Json[] {
  return list
}
