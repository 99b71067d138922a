/**
 * Arrow keys move, Enter opens, F2 renames, Delete moves to the trash, and the menu key, Shift+F10 or a right
 * click opens the menu.
 */
'use client'

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { RowActions } from './row-menu.tsx'
import { TreeRowItem } from './tree-row-item.tsx'
import { rowKey, type TreeRow, treeMove } from './tree-rows.ts'
import { useRowDrag } from './use-row-drag.ts'
import type { Tree } from './use-tree.ts'

type FileTreeProps = RowActions & {
  tree: Tree
  activePath: string | undefined
  onOpen: (path: string) => void
  onDragInto: (path: string, folder: string) => void
}

export function FileTree({ tree, activePath, onOpen, onDragInto, ...actions }: FileTreeProps) {
  const { rows } = tree
  const { focused, setAt: setFocusedKey, registerElement, ...focus } = useRowFocus(rows)
  const [menuOf, setMenuOf] = useState<string>()
  const drag = useRowDrag(onDragInto)

  function press(row: TreeRow) {
    if (row.kind === 'folder') tree.toggle(row.path)
    else if (row.kind === 'more') tree.more(row.path)
    else onOpen(row.path)
  }

  const onKeyDown = useTreeKeys({
    tree,
    focused,
    goTo: focus.goTo,
    press,
    openMenu: (row) => setMenuOf(rowKey(row)),
    ...actions,
  })

  return (
    <div
      ref={focus.tree}
      role="tree"
      aria-label="Files"
      className="grid py-1"
      onKeyDown={onKeyDown}
      onBlur={focus.onBlur}
      {...drag.ofTree}
    >
      {rows.map((row, index) => (
        <TreeRowItem
          key={rowKey(row)}
          row={row}
          isActive={row.kind === 'file' && row.path === activePath}
          isFocusable={index === focused}
          isTarget={row.kind === 'folder' && drag.over === row.path}
          isMenuOpen={menuOf === rowKey(row)}
          registerElement={(element) => registerElement(rowKey(row), element)}
          onFocus={() => setFocusedKey(rowKey(row))}
          onPress={() => press(row)}
          onMenu={(isOpen) => setMenuOf(isOpen ? rowKey(row) : undefined)}
          dragging={drag.of(row)}
          {...actions}
        />
      ))}
    </div>
  )
}

type TreeKeys = Pick<RowActions, 'onMove' | 'onDelete'> & {
  tree: Tree
  focused: number
  goTo: ReturnType<typeof useRowFocus>['goTo']
  press: (row: TreeRow) => void
  openMenu: (row: TreeRow) => void
}

/** The keys of a tree view: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/. */
function useTreeKeys({ tree, focused, goTo, press, openMenu, onMove, onDelete }: TreeKeys) {
  const { rows } = tree
  function onKeyDown(event: KeyboardEvent) {
    const row = rows[focused]
    const isOnRow = (event.target as HTMLElement).getAttribute('role') === 'treeitem'
    if (!row || !isOnRow || event.altKey || event.ctrlKey || event.metaKey) return
    const action = rowAction(row, event) ?? walk(treeMove(rows, focused, event.key))
    if (!action) return
    event.preventDefault()
    action()
  }

  function rowAction(row: TreeRow, { key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    if (key === 'Enter' || key === ' ') return () => press(row)
    if (row.kind === 'more') return undefined
    if (key === 'F2') return () => onMove(row.path)
    if (key === 'Delete') return () => onDelete(row.path)
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return () => openMenu(row)
    return undefined
  }

  function walk(move: ReturnType<typeof treeMove>) {
    if (!move) return undefined
    return () => {
      if ('open' in move) tree.toggle(move.open, true)
      else if ('close' in move) tree.toggle(move.close, false)
      else goTo(move.goTo)
    }
  }
  return onKeyDown
}

/**
 * Tracks the focused row: it stays the same while others come and go, and becomes the next one when it is
 * removed.
 */
function useRowFocus(rows: readonly TreeRow[]) {
  const [focusedKey, setFocusedKey] = useState<string>()
  const tree = useRef<HTMLDivElement>(null)
  const items = useRef(new Map<string, HTMLElement>())
  const pendingFocus = useRef<string>(undefined)
  const isInside = useRef(false)
  const last = useRef(0)
  const found = rows.findIndex((row) => rowKey(row) === focusedKey)
  const focused = found >= 0 ? found : Math.min(last.current, rows.length - 1)
  last.current = Math.max(0, focused)
  const row = rows[focused]
  const key = row && rowKey(row)

  useEffect(() => {
    const isLost = isInside.current && document.activeElement === document.body
    if (key && (pendingFocus.current === key || isLost)) items.current.get(key)?.focus()
    pendingFocus.current = undefined
  }, [key])

  return {
    tree,
    focused,
    setAt(next: string) {
      isInside.current = true
      setFocusedKey(next)
    },
    goTo(index: number) {
      const to = rows[index]
      if (!to) return
      pendingFocus.current = rowKey(to)
      setFocusedKey(pendingFocus.current)
    },
    registerElement(key: string, element: HTMLElement | null) {
      if (element) items.current.set(key, element)
      else items.current.delete(key)
    },
    onBlur({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      // A removed row loses the focus, which does not count as leaving the tree.
      if (relatedTarget || target.isConnected) isInside.current = currentTarget.contains(relatedTarget)
    },
  }
}
