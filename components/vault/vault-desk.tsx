'use client'

/** The Vault page: files at the side, open ones in the middle, and everything that can be done with them. */
import { PanelLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import type { VaultUsage } from '#lib/vault/usage.ts'
import type { OpenText as Text, WorkspaceView } from '#lib/workspace/workspace-view.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from './drawer.tsx'
import { DropPlace } from './drop-place.tsx'
import type { GivenFile } from './dropped-files.ts'
import { FilePanel } from './file-panel.tsx'
import { FilePickers, type Pickers } from './file-pickers.tsx'
import { FileTabs } from './file-tabs.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { NameDialog } from './name-dialog.tsx'
import { OpenFile } from './open-file.tsx'
import { SearchPanel } from './search-panel.tsx'
import { SidePanel, type SideView } from './side-panel.tsx'
import { TrashPanel } from './trash-panel.tsx'
import { importArchive, upload } from './upload.ts'
import { UsageLine } from './usage-line.tsx'
import { useFiles } from './use-files.ts'
import { useTree } from './use-tree.ts'
import { useUsage } from './use-usage.ts'
import { useWorkspace } from './use-workspace.ts'
import type { FolderPage, VaultActions } from './vault-actions.ts'
import { VaultEmpty } from './vault-empty.tsx'

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

type Jump = { path: string; line: number }

export function VaultDesk({
  organisationName,
  workspace: initial,
  root,
  text,
  asked,
  usage: initialUsage,
  actions,
}: VaultDeskProps) {
  const organisation = initial.organisationId
  const tree = useTree(root)
  const { refresh, reveal } = tree
  const [changes, setChanges] = useState(0)
  const [historyOf, setHistoryOf] = useState<string>()
  const onVaultChange = useCallback(() => {
    refresh()
    setChanges((count) => count + 1)
  }, [refresh])
  const { workspace, isCutOff, isElsewhere, arrange } = useWorkspace(initial, actions, onVaultChange)
  const usage = useUsage(organisation, initialUsage, { changes, ask: actions.usage })
  const [view, setView] = useState<SideView>('files')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [jump, setJump] = useState<Jump>()
  const active = workspace.leaves.find(({ id }) => id === workspace.activeLeafId)

  const open = useCallback(
    async (path: string) => {
      setDrawerOpen(false)
      return arrange({ do: 'open', path })
    },
    [arrange],
  )

  const wasAsked = useRef<{ path: string }>(undefined)
  useEffect(() => {
    if (!asked || wasAsked.current === asked) return
    wasAsked.current = asked
    void open(asked.path)
  }, [asked, open])

  const activePath = active?.path
  useEffect(() => {
    if (activePath) reveal(activePath)
    const address = activePath ? `?${new URLSearchParams({ file: activePath })}` : location.pathname
    // The address is that of what is in front, so that it can be kept and sent.
    window.history.replaceState(window.history.state, '', address)
  }, [activePath, reveal])

  const files = useFiles({
    organisation,
    actions,
    workspace,
    arrange,
    onDone: (operation, path) => {
      refresh()
      if (operation.do === 'create') {
        setDrawerOpen(false)
        // An empty note is there to be written into.
        if (operation.content === '') setJump({ path, line: 0 })
      }
      if (operation.do === 'folder') reveal(`${path}/`)
    },
  })
  const pickers = useRef<Pickers>(null)
  function bringIn(given: GivenFile[], folder: string) {
    // The server would put them into the vault of the organisation that is acted for now.
    if (!isElsewhere) void upload(given, folder).then(refresh)
  }

  const side = (
    <SidePanel
      view={view}
      onView={setView}
      panels={{
        files: (
          <FilePanel
            tree={tree}
            activePath={activePath}
            exportHref={paths.vaultArchive('')}
            onOpen={open}
            onNew={files.askNew}
            onMove={files.askMove}
            onDelete={files.remove}
            onDragInto={files.moveInto}
            onUpload={(folder) => pickers.current?.pickFiles(folder)}
            onImport={() => pickers.current?.pickArchive()}
          />
        ),
        search: (
          <SearchPanel
            organisation={organisation}
            search={actions.search}
            onOpen={async (path, line) => {
              if (await open(path)) setJump({ path, line })
            }}
          />
        ),
        history: (
          <HistoryPanel
            organisation={organisation}
            path={historyOf}
            activePath={activePath}
            onPath={setHistoryOf}
            onOpen={open}
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

  return (
    <DropPlace
      onFiles={bringIn}
      className="relative flex h-[calc(100dvh-var(--header-height))] min-h-96 flex-col overflow-hidden"
    >
      <FilePickers
        ref={pickers}
        onFiles={bringIn}
        onArchive={(archive) => {
          if (!isElsewhere) void importArchive(archive).then(refresh)
        }}
      />
      <div className="flex h-11 shrink-0 items-center gap-2 border-border border-b px-3">
        <Button
          variant="ghost"
          size="icon-sm"
          className="md:hidden"
          aria-label="Files, search, history and trash"
          onClick={() => setDrawerOpen(true)}
        >
          <PanelLeft aria-hidden />
        </Button>
        <h1 className="font-semibold tracking-tight">Vault</h1>
        <p className="min-w-0 truncate text-muted-foreground text-sm">{organisationName}</p>
      </div>
      {isElsewhere && (
        <p role="alert" className="border-border border-b bg-warning/15 px-3 py-2 text-sm">
          You act for another organisation now, in another tab. This page still shows the vault of{' '}
          {organisationName}: switch back there, or load this page again.
        </p>
      )}
      <div className="flex min-h-0 flex-1">
        <section
          aria-label="Files, search, history and trash"
          className="flex w-80 shrink-0 flex-col border-border border-r max-md:hidden"
        >
          {side}
        </section>
        <Drawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} title="Vault">
          {side}
        </Drawer>
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
          {active ? (
            <OpenFile
              organisation={organisation}
              workspace={workspace}
              leaf={active}
              isCutOff={isCutOff}
              {...(text && { text })}
              {...(jump && { jump })}
              actions={actions}
              arrange={arrange}
              onMove={files.askMove}
              onDelete={files.remove}
              onHistory={(path) => {
                setHistoryOf(path)
                setView('history')
                setDrawerOpen(isNarrow())
              }}
            />
          ) : (
            <VaultEmpty
              isVaultEmpty={tree.isEmpty}
              organisationName={organisationName}
              onNew={() => files.askNew('note', '')}
              onSample={files.addSample}
              onFiles={() => setDrawerOpen(true)}
            />
          )}
        </div>
      </div>
      {files.question && (
        <NameDialog question={files.question} onAnswer={files.answer} onClose={files.closeQuestion} />
      )}
    </DropPlace>
  )
}

/** Where the side is a drawer. */
function isNarrow(): boolean {
  return !window.matchMedia('(min-width: 48rem)').matches
}
