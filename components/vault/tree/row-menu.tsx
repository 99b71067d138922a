import { Download, FilePlus2, FolderPen, FolderPlus, MoreHorizontal, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dialogs/dropdown-menu.tsx'
import type { TreeRow } from './tree-rows.ts'

export type RowActions = {
  onNew: (kind: 'note' | 'folder', folder: string) => void
  onUpload: (folder: string) => void
  onMove: (path: string) => void
  onDelete: (path: string) => void
}

type RowMenuProps = RowActions & {
  row: TreeRow
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onClosed: () => void
}

export function RowMenu({ row, isOpen, onOpenChange, onClosed, ...actions }: RowMenuProps) {
  const { path, name, kind } = row
  // Runs after the menu has closed and the focus is back on the row, so that a dialog returns the focus
  // there.
  const chosen = useRef<() => void>(undefined)
  const choose = (action: () => void) => () => {
    chosen.current = action
  }
  return (
    <DropdownMenu open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger
        tabIndex={-1}
        aria-label={`Actions for ${name}`}
        onClick={(event) => event.stopPropagation()}
        className="grid size-6 place-items-center rounded-sm text-muted-foreground opacity-0 hover:bg-border focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 max-md:size-8 max-md:opacity-100"
      >
        <MoreHorizontal className="size-4" aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        onClick={(event) => event.stopPropagation()}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onClosed()
          chosen.current?.()
          chosen.current = undefined
        }}
      >
        {kind === 'folder' && <FolderItems path={path} choose={choose} {...actions} />}
        <DropdownMenuItem asChild>
          <a href={kind === 'folder' ? paths.vaultArchive(path) : paths.vaultBytes(path)} download>
            <Download aria-hidden />
            {kind === 'folder' ? 'Download as zip' : 'Download'}
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={choose(() => actions.onMove(path))}>
          <FolderPen aria-hidden />
          Rename or move
        </DropdownMenuItem>
        <DropdownMenuItem destructive onSelect={choose(() => actions.onDelete(path))}>
          <Trash2 aria-hidden />
          Move to trash
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type FolderItemsProps = Pick<RowActions, 'onNew' | 'onUpload'> & {
  path: string
  choose: (action: () => void) => () => void
}

function FolderItems({ path, choose, onNew, onUpload }: FolderItemsProps) {
  return (
    <>
      <DropdownMenuItem onSelect={choose(() => onNew('note', path))}>
        <FilePlus2 aria-hidden />
        New note here
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={choose(() => onNew('folder', path))}>
        <FolderPlus aria-hidden />
        New folder here
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={choose(() => onUpload(path))}>
        <Upload aria-hidden />
        Upload files here
      </DropdownMenuItem>
    </>
  )
}
