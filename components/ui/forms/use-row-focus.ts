'use client'

import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { focusFirst } from '../remember-focus.ts'
import type { RowAction } from '../row-buttons.tsx'

/**
 * Moves the focus in an `ol` of rows with `RowButtons` and an `AddButton` below: after an action to the same button of the
 * row, into a new row, or to the `AddButton` if no row is left. Alt with an arrow key moves the row.
 */
export function useRowFocus() {
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const pending = useRef<{ row: number; act: RowAction | 'fill' }>(undefined)

  useEffect(() => {
    if (!pending.current) return
    const { row, act: action } = pending.current
    pending.current = undefined
    const rows = list.current?.children ?? []
    const target = rows[Math.min(row, rows.length - 1)]
    if (!target) return add.current?.focus()
    const buttons = buttonsIn(target)
    if (action === 'fill') focusFirst(target)
    else (buttons.find((candidate) => candidate.dataset.act === action) ?? buttons[0])?.focus()
  })

  function onClickCapture({ target, currentTarget }: MouseEvent<HTMLOListElement>) {
    const button = (target as Element).closest<HTMLElement>('[data-act]')
    const row = [...currentTarget.children].findIndex((child) => button && buttonsIn(child).includes(button))
    if (row < 0) return
    const action = button?.dataset.act as RowAction
    const moved = { up: row - 1, down: row + 1, double: row + 1, remove: row }[action]
    pending.current = { row: moved, act: action === 'double' ? 'fill' : action }
  }
  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    // A code editor moves lines with these keys, and a select opens.
    if (event.defaultPrevented || event.target instanceof HTMLSelectElement) return
    const row = [...event.currentTarget.children].find((child) => child.contains(event.target as Element))
    event.preventDefault()
    // Without this, a row around this one would move as well.
    event.stopPropagation()
    const action = event.key === 'ArrowUp' ? 'up' : 'down'
    if (row)
      buttonsIn(row)
        .find((button) => button.dataset.act === action)
        ?.click()
  }
  return {
    list: { ref: list, onClickCapture, onKeyDown },
    add,
    /** Focuses the first field of the row at this index once it is added. Call it before adding the row. */
    fillNext: (row: number) => {
      pending.current = { row, act: 'fill' }
    },
  }
}

/** Returns the buttons of the row, without those of lists inside it. */
function buttonsIn(row: Element): HTMLElement[] {
  const buttons = [...row.querySelectorAll<HTMLElement>('[data-act]:not(:disabled)')]
  return buttons.filter((button) => button.closest('li') === row)
}
