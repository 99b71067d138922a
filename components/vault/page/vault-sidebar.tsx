'use client'

import { Download, FilePlus2, FolderInput, FolderPlus, MoreHorizontal, Upload } from 'lucide-react'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { VaultUsage } from '#lib/vault/vault-usage.ts'
import { Button } from '../../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dialogs/dropdown-menu.tsx'
import { HistoryPanel } from '../panels/history-panel.tsx'
import { SearchPanel } from '../panels/search-panel.tsx'
import { TrashPanel } from '../panels/trash-panel.tsx'
import { SidePanel, type SidePanelState } from '../panels/use-side-panel.tsx'
import { FileTree } from '../tree/file-tree.tsx'
import type { RowActions } from '../tree/row-menu.tsx'
import type { useFiles } from '../tree/use-file-actions.ts'
import type { Tree } from '../tree/use-tree.ts'
import type { VaultActions } from '../vault-actions.ts'
import type { ActiveFileState } from './use-workspace.ts'

type VaultSidebarProps = {
  organisation: string
  side: SidePanelState
  tree: Tree
  activeFile: ActiveFileState
  files: ReturnType<typeof useFiles>
  usage: VaultUsage
  changes: number
  actions: VaultActions
  onUpload: (folder: string) => void
  onImport: () => void
}

export function VaultSidebar(props: VaultSidebarProps) {
  const { organisation, side, tree, activeFile, files, usage, changes, actions, onUpload, onImport } = props
  const activePath = activeFile.leaf?.path
  return (
    <SidePanel
      view={side.view}
      onView={side.setView}
      panels={{
        files: (
          <FilePanel
            tree={tree}
            activePath={activePath}
            exportHref={paths.vaultArchive('')}
            onOpen={activeFile.open}
            onNew={files.askNew}
            onMove={files.askMove}
            onDelete={files.remove}
            onDragInto={files.moveInto}
            onUpload={onUpload}
            onImport={onImport}
          />
        ),
        search: (
          <SearchPanel organisation={organisation} search={actions.search} onOpen={activeFile.openAt} />
        ),
        history: (
          <HistoryPanel
            organisation={organisation}
            path={side.historyPath}
            activePath={activePath}
            onPath={side.setHistoryPath}
            onOpen={activeFile.open}
            changes={changes}
            actions={actions}
          />
        ),
        trash: (
          <TrashPanel
            organisation={organisation}
            changes={changes}
            retentionDays={usage.historyDays}
            actions={actions}
          />
        ),
      }}
      footer={<UsageLine {...usage} />}
    />
  )
}

type FilePanelProps = RowActions & {
  tree: Tree
  activePath: string | undefined
  exportHref: string
  onOpen: (path: string) => void
  onDragInto: (path: string, folder: string) => void
  onImport: () => void
}

function FilePanel({ exportHref, onImport, ...tree }: FilePanelProps) {
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
            <Button variant="ghost" size="icon-sm" aria-label="More vault actions" className="ml-auto">
              <MoreHorizontal aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={onImport}>
              <FolderInput aria-hidden />
              Import a zip
            </DropdownMenuItem>
            <DropdownMenuItem asChild>
              <a href={exportHref} download>
                <Download aria-hidden />
                Download all as zip
              </a>
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <div className="flex-1 px-2 pb-6">
        {tree.tree.isEmpty ? (
          <p className="px-2 py-4 text-muted-foreground text-sm">
            No files yet. Create a note, or drop files on this page.
          </p>
        ) : (
          <FileTree {...tree} />
        )}
      </div>
    </div>
  )
}

function UsageLine({ usedBytes, quotaBytes, fileCount }: VaultUsage) {
  const share = Math.min(1, usedBytes / quotaBytes)
  return (
    <div className="grid gap-1 text-muted-foreground text-xs">
      <p className="flex justify-between gap-2">
        <span>
          {formatBytes(usedBytes)} of {formatBytes(quotaBytes)} used
        </span>
        <span>{plural(fileCount, 'entry', 'entries')}</span>
      </p>
      <div aria-hidden className="h-1 overflow-hidden rounded-full bg-border">
        <div
          className={share > 0.9 ? 'h-full bg-destructive' : 'h-full bg-primary'}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
