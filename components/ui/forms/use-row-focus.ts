'use client'

import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { focusFirst } from '../remember-focus.ts'
import type { RowAct } from '../row-buttons.tsx'

/**
 * Moves the focus in an `ol` of rows with `RowButtons` and an `AddButton` below: after an act to the same button of the
 * row, into a new row, or to the `AddButton` if no row is left. Alt with an arrow key moves the row.
 */
export function useRowFocus() {
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const pending = useRef<{ row: number; act: RowAct | 'fill' }>(undefined)

  useEffect(() => {
    if (!pending.current) return
    const { row, act } = pending.current
    pending.current = undefined
    const rows = list.current?.children ?? []
    const target = rows[Math.min(row, rows.length - 1)]
    if (!target) return add.current?.focus()
    const buttons = buttonsIn(target)
    if (act === 'fill') focusFirst(target)
    else (buttons.find((each) => each.dataset.act === act) ?? buttons[0])?.focus()
  })

  function onClickCapture({ target, currentTarget }: MouseEvent<HTMLOListElement>) {
    const button = (target as Element).closest<HTMLElement>('[data-act]')
    const row = [...currentTarget.children].findIndex((child) => button && buttonsIn(child).includes(button))
    if (row < 0) return
    const act = button?.dataset.act as RowAct
    const moved = { up: row - 1, down: row + 1, double: row + 1, remove: row }[act]
    pending.current = { row: moved, act: act === 'double' ? 'fill' : act }
  }
  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    // A code editor moves lines with these keys, and a select opens.
    if (event.defaultPrevented || event.target instanceof HTMLSelectElement) return
    const row = [...event.currentTarget.children].find((child) => child.contains(event.target as Element))
    event.preventDefault()
    // Only the inner row moves.
    event.stopPropagation()
    const act = event.key === 'ArrowUp' ? 'up' : 'down'
    if (row)
      buttonsIn(row)
        .find((button) => button.dataset.act === act)
        ?.click()
  }
  return {
    list: { ref: list, onClickCapture, onKeyDown },
    add,
    /** Call it before adding a row there. */
    fillNext: (row: number) => {
      pending.current = { row, act: 'fill' }
    },
  }
}

/** Omits buttons of nested lists. */
function buttonsIn(row: Element): HTMLElement[] {
  const buttons = [...row.querySelectorAll<HTMLElement>('[data-act]:not(:disabled)')]
  return buttons.filter((button) => button.closest('li') === row)
}
