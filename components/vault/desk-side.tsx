'use client'

/** Beside the open files: what is in the vault, and what can be done with all of it. */
import { paths } from '#lib/contract/market/paths.ts'
import type { VaultUsage } from '#lib/vault/usage.ts'
import { FilePanel } from './file-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { SearchPanel } from './search-panel.tsx'
import { SidePanel } from './side-panel.tsx'
import { TrashPanel } from './trash-panel.tsx'
import { UsageLine } from './usage-line.tsx'
import type { useFiles } from './use-files.ts'
import type { Front } from './use-front.ts'
import type { Side } from './use-side.ts'
import type { Tree } from './use-tree.ts'
import type { VaultActions } from './vault-actions.ts'

export type DeskSideProps = {
  organisation: string
  side: Side
  tree: Tree
  front: Front
  files: ReturnType<typeof useFiles>
  usage: VaultUsage
  /** Counts up when something in the vault has changed. */
  changes: number
  actions: VaultActions
  onUpload: (folder: string) => void
  onImport: () => void
}

export function DeskSide(props: DeskSideProps) {
  const { organisation, side, tree, front, files, usage, changes, actions, onUpload, onImport } = props
  const activePath = front.leaf?.path
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
            onOpen={front.open}
            onNew={files.askNew}
            onMove={files.askMove}
            onDelete={files.remove}
            onDragInto={files.moveInto}
            onUpload={onUpload}
            onImport={onImport}
          />
        ),
        search: <SearchPanel organisation={organisation} search={actions.search} onOpen={front.openAt} />,
        history: (
          <HistoryPanel
            organisation={organisation}
            path={side.historyOf}
            activePath={activePath}
            onPath={side.setHistoryOf}
            onOpen={front.open}
            changes={changes}
            actions={actions}
          />
        ),
        trash: (
          <TrashPanel
            organisation={organisation}
            changes={changes}
            keptDays={usage.keptDays}
            actions={actions}
          />
        ),
      }}
      foot={<UsageLine {...usage} />}
    />
  )
}
