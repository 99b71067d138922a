'use client'

import { PanelLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { VaultUsage } from '#lib/vault/vault-usage.ts'
import type { OpenText as Text, WorkspaceView } from '#lib/vault/workspace/workspace-view.ts'
import { Button } from '../../ui/button.tsx'
import { useSidePanel } from '../panels/use-side-panel.tsx'
import { NameDialog } from '../tree/name-dialog.tsx'
import { useFiles } from '../tree/use-file-actions.ts'
import { useTree } from '../tree/use-tree.ts'
import { DropZone, FilePickers, type Pickers } from '../upload/file-pickers.tsx'
import { importArchive, type UploadFile, uploadFiles } from '../upload/upload-files.ts'
import type { FolderPage, VaultActions } from '../vault-actions.ts'
import { useActiveFile, useWorkspace } from './use-workspace.ts'
import { Drawer } from './vault-drawer.tsx'
import { VaultMain } from './vault-main.tsx'
import { VaultSidebar } from './vault-sidebar.tsx'

type VaultWorkspaceProps = {
  organisationName: string
  workspace: WorkspaceView
  root: FolderPage
  text?: Text
  /** The file named by the URL; a new object for each navigation. */
  requestedFile?: { path: string }
  usage: VaultUsage
  actions: VaultActions
}

export function VaultWorkspace(props: VaultWorkspaceProps) {
  const { organisationName, root, text, requestedFile, actions, ...initial } = props
  const organisation = initial.workspace.organisationId
  const tree = useTree(root)
  const { refresh, reveal } = tree
  const { changes, onVaultChange } = useVaultChanges(refresh)
  const { workspace, isCutOff, isOtherOrganisation, arrange } = useWorkspace(
    initial.workspace,
    actions,
    onVaultChange,
  )
  const usage = useUsage(organisation, initial.usage, { changes, loadUsage: actions.usage })
  const side = useSidePanel()
  const activeFile = useActiveFile({ workspace, requestedFile, arrange, reveal, onOpen: side.closeDrawer })
  const files = useFiles({
    organisation,
    actions,
    workspace,
    arrange,
    onRestored: refresh,
    onDone: (operation, path) => {
      refresh()
      if (operation.kind === 'create') {
        side.closeDrawer()
        if (operation.content === '') activeFile.jumpTo({ path, line: 0 })
      }
      if (operation.kind === 'folder') reveal(`${path}/`)
    },
  })

  const pickers = useRef<Pickers>(null)
  const { upload, importZip } = createUploads({ isOtherOrganisation, refresh })
  const sidebar = (
    <VaultSidebar
      organisation={organisation}
      side={side}
      tree={tree}
      activeFile={activeFile}
      files={files}
      usage={usage}
      changes={changes}
      actions={actions}
      onUpload={(folder) => pickers.current?.pickFiles(folder)}
      onImport={() => pickers.current?.pickArchive()}
    />
  )
  return (
    <DropZone
      onFiles={upload}
      className="relative flex h-[calc(100dvh-var(--header-height))] min-h-96 flex-col overflow-hidden"
    >
      <FilePickers ref={pickers} onFiles={upload} onArchive={importZip} />
      <VaultBar
        organisationName={organisationName}
        isOtherOrganisation={isOtherOrganisation}
        onSide={() => side.setDrawerOpen(true)}
      />
      <div data-page-width="full" className="flex min-h-0 flex-1">
        <section
          aria-label="Files, search, history and trash"
          className="flex w-80 shrink-0 flex-col border-border border-r max-md:hidden"
        >
          {sidebar}
        </section>
        <Drawer isOpen={side.isDrawerOpen} onOpenChange={side.setDrawerOpen} title="Vault">
          {sidebar}
        </Drawer>
        <VaultMain
          organisationName={organisationName}
          workspace={workspace}
          text={text}
          isVaultEmpty={tree.isEmpty}
          isCutOff={isCutOff}
          activeFile={activeFile}
          side={side}
          files={files}
          actions={actions}
          arrange={arrange}
        />
      </div>
      {files.question && (
        <NameDialog question={files.question} onAnswer={files.answer} onClose={files.closeQuestion} />
      )}
    </DropZone>
  )
}

/** Counts the changes of the vault since the page was opened. */
function useVaultChanges(refresh: () => void) {
  const [changes, setChanges] = useState(0)
  const onVaultChange = useCallback(() => {
    refresh()
    setChanges((count) => count + 1)
  }, [refresh])
  return { changes, onVaultChange }
}

/**
 * Uploads nothing while another organisation is active in this browser: the server would store the files there.
 */
function createUploads({
  isOtherOrganisation,
  refresh,
}: {
  isOtherOrganisation: boolean
  refresh: () => void
}) {
  return {
    upload(uploads: UploadFile[], folder: string) {
      if (!isOtherOrganisation) void uploadFiles(uploads, folder).then(refresh)
    },
    importZip(archive: File) {
      if (!isOtherOrganisation) void importArchive(archive).then(refresh)
    },
  }
}

/** The usage is read a moment after a change, because the writes of a plan come together. */
const USAGE_DELAY_MS = 300

function useUsage(
  organisation: string,
  initial: VaultUsage,
  { changes, loadUsage }: { changes: number; loadUsage: VaultActions['usage'] },
): VaultUsage {
  const [usage, setUsage] = useState(initial)
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(async () => {
      const result = await loadUsage(organisation).catch(() => undefined)
      if (result?.ok) setUsage(result.data)
    }, USAGE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [organisation, changes, loadUsage])
  return usage
}

type VaultBarProps = {
  organisationName: string
  isOtherOrganisation: boolean
  onSide: () => void
}

function VaultBar({ organisationName, isOtherOrganisation, onSide }: VaultBarProps) {
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-2 border-border border-b px-3">
        <Button
          variant="ghost"
          size="icon-sm"
          className="md:hidden"
          aria-label="Files, search, history and trash"
          onClick={onSide}
        >
          <PanelLeft aria-hidden />
        </Button>
        <h1 className="font-semibold tracking-tight">Vault</h1>
        <p className="min-w-0 truncate text-muted-foreground text-sm">{organisationName}</p>
      </div>
      {isOtherOrganisation && (
        <p role="alert" className="border-border border-b bg-warning/15 px-3 py-2 text-sm">
          You switched to another organisation in another tab. This page still shows the vault of{' '}
          {organisationName}. Switch back, or reload this page.
        </p>
      )}
    </>
  )
}
