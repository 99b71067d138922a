'use client'

/** The tree of files. Arrow keys walk it, Enter opens, F2 renames, Delete moves to the trash. */
import { ChevronRight, File, FileText, Folder, FolderOpen, Image, MoreHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cn } from '../ui/cn.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { isMarkdown, isPicture } from './file-kinds.ts'
import { type TreeRow, treeMove } from './tree-rows.ts'
import type { Tree } from './use-tree.ts'

type FileTreeProps = {
  tree: Tree
  activePath: string | undefined
  onOpen: (path: string) => void
  /** What the menu of a row can do. */
  onNew: (kind: 'note' | 'folder', folder: string) => void
  onMove: (path: string) => void
  onDelete: (path: string) => void
}

export function FileTree({ tree, activePath, onOpen, ...menu }: FileTreeProps) {
  const { rows } = tree
  const [at, setAt] = useState(0)
  const items = useRef(new Map<number, HTMLElement>())
  const isMoving = useRef(false)
  const focused = Math.min(at, rows.length - 1)

  useEffect(() => {
    if (isMoving.current) items.current.get(focused)?.focus()
    isMoving.current = false
  }, [focused])

  function press(row: TreeRow) {
    if (row.kind === 'folder') tree.toggle(row.path)
    else if (row.kind === 'more') tree.more(row.path, row.offset)
    else onOpen(row.path)
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[focused]
    if (!row || event.altKey || event.ctrlKey || event.metaKey || event.target !== items.current.get(focused))
      return
    const act =
      event.key === 'Enter' || event.key === ' '
        ? () => press(row)
        : event.key === 'F2' && row.kind !== 'more'
          ? () => menu.onMove(row.path)
          : event.key === 'Delete' && row.kind !== 'more'
            ? () => menu.onDelete(row.path)
            : walk(treeMove(rows, focused, event.key))
    if (!act) return
    event.preventDefault()
    act()
  }

  function walk(move: ReturnType<typeof treeMove>) {
    if (!move) return undefined
    return () => {
      if ('open' in move) tree.toggle(move.open, true)
      else if ('close' in move) tree.toggle(move.close, false)
      else {
        isMoving.current = true
        setAt(move.goTo)
      }
    }
  }

  return (
    <div role="tree" aria-label="Files" className="grid py-1" onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <Row
          key={`${row.kind} ${row.path}`}
          row={row}
          isActive={row.kind === 'file' && row.path === activePath}
          isFocusable={index === focused}
          hold={(element) => {
            if (element) items.current.set(index, element)
            else items.current.delete(index)
          }}
          onPress={() => {
            setAt(index)
            press(row)
          }}
          menu={row.kind !== 'more' && <RowMenu row={row} {...menu} />}
        />
      ))}
    </div>
  )
}

type RowProps = {
  row: TreeRow
  isActive: boolean
  isFocusable: boolean
  hold: (element: HTMLElement | null) => void
  onPress: () => void
  menu: React.ReactNode
}

function Row({ row, isActive, isFocusable, hold, onPress, menu }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <div
      ref={hold}
      role="treeitem"
      aria-level={row.level}
      aria-selected={isActive}
      aria-label={row.name}
      {...(row.kind === 'folder' && { 'aria-expanded': row.isOpen })}
      tabIndex={isFocusable ? 0 : -1}
      onClick={onPress}
      title={row.path}
      className={cn(
        'group/row flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md pr-1 text-sm -outline-offset-2 hover:bg-muted max-md:min-h-10',
        isActive && 'bg-accent font-medium text-accent-foreground hover:bg-accent',
        row.kind === 'more' && 'text-primary',
      )}
      style={{ paddingLeft: `${row.level * 14 - 8}px` }}
    >
      <RowIcon row={row} />
      <span className="min-w-0 flex-1 truncate">{row.name}</span>
      {menu}
    </div>
  )
}

function RowIcon({ row }: { row: TreeRow }) {
  const chevron = row.kind === 'folder' && (
    <ChevronRight
      className={cn(
        'size-3.5 shrink-0 text-muted-foreground transition-transform',
        row.isOpen && 'rotate-90',
      )}
      aria-hidden
    />
  )
  const Icon =
    row.kind === 'folder'
      ? row.isOpen
        ? FolderOpen
        : Folder
      : isMarkdown(row.path)
        ? FileText
        : isPicture(row.path)
          ? Image
          : File
  return (
    <>
      {chevron || <span className="size-3.5 shrink-0" />}
      {row.kind !== 'more' && <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />}
    </>
  )
}

type RowMenuProps = Pick<FileTreeProps, 'onNew' | 'onMove' | 'onDelete'> & { row: TreeRow }

function RowMenu({ row, onNew, onMove, onDelete }: RowMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        tabIndex={-1}
        aria-label={`More for ${row.name}`}
        onClick={(event) => event.stopPropagation()}
        className="grid size-6 place-items-center rounded-sm text-muted-foreground opacity-0 hover:bg-border focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 max-md:size-8 max-md:opacity-100"
      >
        <MoreHorizontal className="size-4" aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" onClick={(event) => event.stopPropagation()}>
        {row.kind === 'folder' && (
          <>
            <DropdownMenuItem onSelect={() => onNew('note', row.path)}>New note here</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onNew('folder', row.path)}>New folder here</DropdownMenuItem>
          </>
        )}
        <DropdownMenuItem onSelect={() => onMove(row.path)}>Rename or move</DropdownMenuItem>
        <DropdownMenuItem destructive onSelect={() => onDelete(row.path)}>
          Move to trash
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
