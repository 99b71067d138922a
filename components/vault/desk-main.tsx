'use client'

/** The open files, the one in front of them, and what there is to do where nothing is open. */
import type { OpenText as Text, WorkspaceView } from '#lib/workspace/workspace-view.ts'
import { FileTabs } from './file-tabs.tsx'
import { OpenFile } from './open-file.tsx'
import type { useFiles } from './use-files.ts'
import type { Front } from './use-front.ts'
import type { Side } from './use-side.ts'
import type { VaultActions, WorkspaceOperation } from './vault-actions.ts'
import { VaultEmpty } from './vault-empty.tsx'

type DeskMainProps = {
  organisationName: string
  workspace: WorkspaceView
  /** The text that the page came with. */
  text: Text | undefined
  isVaultEmpty: boolean
  /** The line to the server is down. */
  isCutOff: boolean
  front: Front
  side: Side
  files: ReturnType<typeof useFiles>
  actions: VaultActions
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
}

export function DeskMain(props: DeskMainProps) {
  const { organisationName, workspace, text, isVaultEmpty, isCutOff, front, side, files } = props
  const { actions, arrange } = props
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      {workspace.leaves.length > 0 && (
        <div className="shrink-0 border-border border-b bg-muted/50">
          <FileTabs
            workspace={workspace}
            onChoose={(leafId) => arrange({ do: 'choose', leafId })}
            onClose={(leafId) => arrange({ do: 'close', leafId })}
          />
        </div>
      )}
      {front.leaf ? (
        <OpenFile
          organisation={workspace.organisationId}
          workspace={workspace}
          leaf={front.leaf}
          isCutOff={isCutOff}
          {...(text && { text })}
          {...(front.jump && { jump: front.jump })}
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
