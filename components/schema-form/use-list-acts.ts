'use client'

/** What can be done to the rows of a list, and where the focus is afterwards: on what was done, or what came of it. */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { focusFirst } from './group.tsx'
import { type Held, SKIPPED } from './held.ts'
import type { Act } from './list-row.tsx'
import type { useRowKeys } from './use-row-keys.ts'

type Wanted = {
  /** Of the group that the rows stand in. */
  id: string
  held: Held[]
  keys: ReturnType<typeof useRowKeys>
  /** The first row that can be moved: those before are places of a tuple. */
  first: number
  set: (next: Held[]) => void
}

export function useListActs({ id, held, keys, first, set }: Wanted) {
  const focus = useRef<{ row: number; act: Act | 'fill' }>(undefined)

  useEffect(() => {
    if (!focus.current) return
    const { row, act } = focus.current
    focus.current = undefined
    const box = document.getElementById(id)
    const rows = box?.querySelector('[data-rows]')?.children ?? []
    const target = rows[Math.min(row - first, rows.length - 1)]
    if (!target) box?.querySelector<HTMLElement>('[data-add]')?.focus()
    else if (act === 'fill') focusFirst(target)
    else buttonOf(target, act)?.focus()
  })

  function insert(row: number, item: Held) {
    keys.insert(row)
    focus.current = { row, act: 'fill' }
    const skipped = Array.from({ length: Math.max(0, row - held.length) }, (): Held => SKIPPED)
    set([...held, ...skipped].toSpliced(row, 0, item))
  }
  function move(from: number, to: number, act: Act) {
    if (to < first || to >= held.length) return
    keys.move(from, to)
    focus.current = { row: to, act }
    set(held.toSpliced(from, 1).toSpliced(to, 0, held[from]))
  }
  const acts: Record<Act, (row: number) => void> = {
    up: (row) => move(row, row - 1, 'up'),
    down: (row) => move(row, row + 1, 'down'),
    double: (row) => insert(row + 1, held[row]),
    remove(row) {
      keys.remove(row)
      focus.current = { row, act: 'remove' }
      set(held.toSpliced(row, 1))
    },
  }
  function onKeyDown(event: KeyboardEvent, row: number) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    // In a list within a list only the inner row moves.
    event.stopPropagation()
    const act = event.key === 'ArrowUp' ? 'up' : 'down'
    move(row, row + (act === 'up' ? -1 : 1), act)
  }
  return { acts, insert, onKeyDown }
}

/** The same button, or, where a row cannot go further, the next that can be pressed. */
function buttonOf(row: Element, act: Act): HTMLElement | null {
  const own = [...row.querySelectorAll<HTMLElement>(':scope > div > [data-act]:not(:disabled)')]
  return own.find((button) => button.dataset.act === act) ?? own[0] ?? null
}
