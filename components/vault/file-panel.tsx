'use client'

/** The files, and what can be done with all of them. */
import { Download, FilePlus2, FolderInput, FolderPlus, MoreHorizontal, Upload } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { FileTree } from './file-tree.tsx'
import type { RowActions } from './row-menu.tsx'
import type { Tree } from './use-tree.ts'

type FilePanelProps = RowActions & {
  tree: Tree
  activePath: string | undefined
  exportHref: string
  onOpen: (path: string) => void
  onDragInto: (path: string, folder: string) => void
  onImport: () => void
}

export function FilePanel({ exportHref, onImport, ...tree }: FilePanelProps) {
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex items-center gap-1 px-2 pt-2">
        <Button variant="ghost" size="sm" onClick={() => tree.onNew('note', '')}>
          <FilePlus2 aria-hidden />
          New note
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="New folder"
          title="New folder"
          onClick={() => tree.onNew('folder', '')}
        >
          <FolderPlus aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Upload files"
          title="Upload files"
          onClick={() => tree.onUpload('')}
        >
          <Upload aria-hidden />
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon-sm" aria-label="More for all files" className="ml-auto">
              <MoreHorizontal aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={onImport}>
              <FolderInput aria-hidden />
              Unpack a zip into the vault
            </DropdownMenuItem>
            <DropdownMenuItem asChild>
              <a href={exportHref} download>
                <Download aria-hidden />
                Download everything as a zip
              </a>
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <div className="flex-1 px-2 pb-6">
        {tree.tree.isEmpty ? (
          <p className="px-2 py-4 text-muted-foreground text-sm">
            Nothing here yet. Make a note, or drop files on this page.
          </p>
        ) : (
          <FileTree {...tree} />
        )}
      </div>
    </div>
  )
}
