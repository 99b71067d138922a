'use client'

/** The Vault page: files at the side, open ones in the middle, and everything that can be done with them. */
import { useCallback, useRef, useState } from 'react'
import type { VaultUsage } from '#lib/vault/usage.ts'
import type { OpenText as Text, WorkspaceView } from '#lib/workspace/workspace-view.ts'
import { DeskBar } from './desk-bar.tsx'
import { DeskMain } from './desk-main.tsx'
import { DeskSide } from './desk-side.tsx'
import { Drawer } from './drawer.tsx'
import { DropPlace } from './drop-place.tsx'
import type { GivenFile } from './dropped-files.ts'
import { FilePickers, type Pickers } from './file-pickers.tsx'
import { NameDialog } from './name-dialog.tsx'
import { importArchive, upload } from './upload.ts'
import { useFiles } from './use-files.ts'
import { useFront } from './use-front.ts'
import { useSide } from './use-side.ts'
import { useTree } from './use-tree.ts'
import { useUsage } from './use-usage.ts'
import { useWorkspace } from './use-workspace.ts'
import type { FolderPage, VaultActions } from './vault-actions.ts'

export type VaultDeskProps = {
  organisationName: string
  workspace: WorkspaceView
  root: FolderPage
  /** The text in front. */
  text?: Text
  /** The file that the page's address names; another object each time that somebody goes there. */
  asked?: { path: string }
  usage: VaultUsage
  actions: VaultActions
}

export function VaultDesk({ organisationName, root, text, asked, actions, ...initial }: VaultDeskProps) {
  const organisation = initial.workspace.organisationId
  const tree = useTree(root)
  const { refresh, reveal } = tree
  const [changes, setChanges] = useState(0)
  const onVaultChange = useCallback(() => {
    refresh()
    setChanges((count) => count + 1)
  }, [refresh])
  const { workspace, isCutOff, isElsewhere, arrange } = useWorkspace(
    initial.workspace,
    actions,
    onVaultChange,
  )
  const usage = useUsage(organisation, initial.usage, { changes, ask: actions.usage })
  const side = useSide()
  const front = useFront({ workspace, asked, arrange, reveal, onOpen: side.closeDrawer })
  const files = useFiles({
    organisation,
    actions,
    workspace,
    arrange,
    onDone: (operation, path) => {
      refresh()
      if (operation.do === 'create') {
        side.closeDrawer()
        // An empty note is there to be written into.
        if (operation.content === '') front.jumpTo({ path, line: 0 })
      }
      if (operation.do === 'folder') reveal(`${path}/`)
    },
  })

  const pickers = useRef<Pickers>(null)
  // The server would put it into the vault of the organisation that is acted for now.
  const bringIn = (given: GivenFile[], folder: string) =>
    isElsewhere ? undefined : void upload(given, folder).then(refresh)
  const unpack = (archive: File) => (isElsewhere ? undefined : void importArchive(archive).then(refresh))

  const beside = (
    <DeskSide
      organisation={organisation}
      side={side}
      tree={tree}
      front={front}
      files={files}
      usage={usage}
      changes={changes}
      actions={actions}
      onUpload={(folder) => pickers.current?.pickFiles(folder)}
      onImport={() => pickers.current?.pickArchive()}
    />
  )
  return (
    <DropPlace
      onFiles={bringIn}
      className="relative flex h-[calc(100dvh-var(--header-height))] min-h-96 flex-col overflow-hidden"
    >
      <FilePickers ref={pickers} onFiles={bringIn} onArchive={unpack} />
      <DeskBar
        organisationName={organisationName}
        isElsewhere={isElsewhere}
        onSide={() => side.setDrawerOpen(true)}
      />
      <div className="flex min-h-0 flex-1">
        <section
          aria-label="Files, search, history and trash"
          className="flex w-80 shrink-0 flex-col border-border border-r max-md:hidden"
        >
          {beside}
        </section>
        <Drawer isOpen={side.isDrawerOpen} onOpenChange={side.setDrawerOpen} title="Vault">
          {beside}
        </Drawer>
        <DeskMain
          organisationName={organisationName}
          workspace={workspace}
          text={text}
          isVaultEmpty={tree.isEmpty}
          isCutOff={isCutOff}
          front={front}
          side={side}
          files={files}
          actions={actions}
          arrange={arrange}
        />
      </div>
      {files.question && (
        <NameDialog question={files.question} onAnswer={files.answer} onClose={files.closeQuestion} />
      )}
    </DropPlace>
  )
}
