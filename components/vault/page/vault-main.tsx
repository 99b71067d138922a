'use client'

import { FilePlus2, NotebookText, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { vaultFileName } from '#lib/vault/model/vault-path.ts'
import type { OpenText as Text, WorkspaceView } from '#lib/vault/workspace/workspace-view.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenFile } from '../editor/open-file.tsx'
import type { SidePanelState } from '../panels/use-side-panel.tsx'
import type { useFiles } from '../tree/use-file-actions.ts'
import type { VaultActions, WorkspaceOperation } from '../vault-actions.ts'
import type { ActiveFileState } from './use-workspace.ts'

type VaultMainProps = {
  organisationName: string
  workspace: WorkspaceView
  text: Text | undefined
  isVaultEmpty: boolean
  isCutOff: boolean
  activeFile: ActiveFileState
  side: SidePanelState
  files: ReturnType<typeof useFiles>
  actions: VaultActions
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
}

export function VaultMain(props: VaultMainProps) {
  const { organisationName, workspace, text, isVaultEmpty, isCutOff, activeFile, side, files } = props
  const { actions, arrange } = props
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      {workspace.leaves.length > 0 && (
        <div className="shrink-0 border-border border-b bg-muted/50">
          <FileTabs
            workspace={workspace}
            onChoose={(leafId) => arrange({ kind: 'choose', leafId })}
            onClose={(leafId) => arrange({ kind: 'close', leafId })}
          />
        </div>
      )}
      {activeFile.leaf ? (
        <OpenFile
          organisation={workspace.organisationId}
          workspace={workspace}
          leaf={activeFile.leaf}
          isCutOff={isCutOff}
          {...(text && { text })}
          {...(activeFile.jump && { jump: activeFile.jump })}
          actions={actions}
          arrange={arrange}
          onMove={files.askMove}
          onDelete={files.remove}
          onHistory={side.showHistory}
        />
      ) : (
        <VaultEmpty
          isVaultEmpty={isVaultEmpty}
          organisationName={organisationName}
          onNew={() => files.askNew('note', '')}
          onSample={files.addSample}
          onFiles={() => side.setDrawerOpen(true)}
        />
      )}
    </div>
  )
}

type FileTabsProps = {
  workspace: WorkspaceView
  onChoose: (leafId: string) => void
  onClose: (leafId: string) => void
}

function FileTabs({ workspace, onChoose, onClose }: FileTabsProps) {
  const { leaves, activeLeafId, documents } = workspace
  const active = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (activeLeafId) active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeLeafId])

  return (
    <ul aria-label="Open files" className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">
      {leaves.map(({ id, path }) => {
        const isActive = id === activeLeafId
        const hasConflict = documents.some((document) => document.path === path && document.conflict)
        return (
          <li
            key={id}
            ref={isActive ? active : undefined}
            className={cn(
              'group/tab flex h-9 max-w-52 shrink-0 items-center border-border border-r pr-1',
              isActive ? 'bg-background shadow-[inset_0_2px_0_var(--primary)]' : 'bg-muted/50',
            )}
          >
            <button
              type="button"
              aria-current={isActive || undefined}
              title={path}
              onClick={() => onChoose(id)}
              onAuxClick={(event) => event.button === 1 && onClose(id)}
              className={cn(
                'h-full min-w-0 truncate px-2.5 text-sm -outline-offset-2',
                isActive ? 'font-medium' : 'text-muted-foreground hover:text-foreground',
                hasConflict && 'text-destructive',
              )}
            >
              {vaultFileName(path)}
            </button>
            <button
              type="button"
              aria-label={`Close ${vaultFileName(path)}`}
              onClick={() => onClose(id)}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-border hover:text-foreground"
            >
              <X className="size-3.5" aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type VaultEmptyProps = {
  isVaultEmpty: boolean
  organisationName: string
  onNew: () => void
  onSample: () => Promise<unknown>
  onFiles: () => void
}

function VaultEmpty({ isVaultEmpty, organisationName, onNew, onSample, onFiles }: VaultEmptyProps) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
      {isVaultEmpty ? (
        <EmptyState
          icon={NotebookText}
          title={`The vault of ${organisationName} is empty`}
          className="w-full max-w-xl border-none"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button onClick={onNew}>
                <FilePlus2 aria-hidden />
                New note
              </Button>
              <Button variant="outline" onClick={onSample}>
                Add a sample
              </Button>
            </div>
          }
        >
          The vault stores the notes and files of your organisation. You write here, and the agents, skills
          and plans that you run can read and edit the same files. Every change is recorded in the history and
          can be undone. To upload files, drop them anywhere on this page.
        </EmptyState>
      ) : (
        <EmptyState
          icon={NotebookText}
          title="No file is open"
          className="w-full max-w-xl border-none"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button onClick={onNew}>
                <FilePlus2 aria-hidden />
                New note
              </Button>
              <Button variant="outline" className="md:hidden" onClick={onFiles}>
                Show the files
              </Button>
            </div>
          }
        >
          Select a file from the list. Agents see it as the active file.
        </EmptyState>
      )}
    </div>
  )
}
