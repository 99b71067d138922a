import { ChevronRight, File, FileText, Folder, FolderOpen, Image } from 'lucide-react'
import { useRef } from 'react'
import { cn } from '../../ui/cn.ts'
import { isMarkdown, isPicture } from '../file-kinds.ts'
import { type RowActions, RowMenu } from './row-menu.tsx'
import { folderOfRow, type TreeRow } from './tree-rows.ts'
import type { RowDrag } from './use-row-drag.ts'

type TreeRowItemProps = RowActions & {
  row: TreeRow
  isActive: boolean
  isFocusable: boolean
  isTarget: boolean
  isMenuOpen: boolean
  registerElement: (element: HTMLElement | null) => void
  onFocus: () => void
  onPress: () => void
  onMenu: (isOpen: boolean) => void
  dragging: RowDrag
}

export function TreeRowItem({
  row,
  isActive,
  isFocusable,
  isTarget,
  isMenuOpen,
  registerElement,
  onFocus,
  onPress,
  onMenu,
  dragging,
  ...actions
}: TreeRowItemProps) {
  const element = useRef<HTMLDivElement>(null)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      ref={(node) => {
        element.current = node
        registerElement(node)
      }}
      role="treeitem"
      aria-level={row.level}
      aria-selected={isActive}
      aria-label={row.name}
      {...(row.kind === 'folder' && { 'aria-expanded': row.isOpen })}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={onFocus}
      onClick={onPress}
      onContextMenu={(event) => {
        if (row.kind === 'more') return
        event.preventDefault()
        onMenu(true)
      }}
      title={row.path}
      data-folder={folderOfRow(row)}
      {...dragging}
      className={cn(
        'group/row flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md pr-1 text-sm -outline-offset-2 hover:bg-muted max-md:min-h-10',
        isActive && 'bg-accent font-medium text-accent-foreground hover:bg-accent',
        isTarget && 'bg-accent ring-2 ring-primary ring-inset',
        row.kind === 'more' && 'text-primary',
      )}
      style={{ paddingLeft: `${row.level * 14 - 8}px` }}
    >
      <RowIcon row={row} />
      <bdi className="min-w-0 flex-1 truncate">{row.name}</bdi>
      {row.kind !== 'more' && (
        <RowMenu
          row={row}
          isOpen={isMenuOpen}
          onOpenChange={onMenu}
          onClosed={() => element.current?.focus()}
          {...actions}
        />
      )}
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
  const Icon = iconOf(row)
  return (
    <>
      {chevron || <span className="size-3.5 shrink-0" />}
      {row.kind !== 'more' && <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />}
    </>
  )
}

function iconOf({ kind, isOpen, path }: TreeRow) {
  if (kind === 'folder') return isOpen ? FolderOpen : Folder
  if (isMarkdown(path)) return FileText
  return isPicture(path) ? Image : File
}
