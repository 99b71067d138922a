'use client'

/** The file in front: its bar, what stands against it, and its text; other open texts stay behind it. */
import { useCallback, useEffect, useState } from 'react'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import type { Leaf, OpenText as Text, WorkspaceView } from '#lib/workspace/workspace-view.ts'
import { FileBar } from './file-bar.tsx'
import { FileFacts } from './file-facts.tsx'
import { OpenText } from './open-text.tsx'
import { RivalNotice } from './rival-notice.tsx'
import { saveState } from './save-state.ts'
import type { VaultActions, WorkspaceOperation } from './vault-actions.ts'
import type { EditorStatus } from './vault-editor-surface.tsx'

type OpenFileProps = {
  organisation: string
  workspace: WorkspaceView
  leaf: Leaf
  /** The text that the page came with. */
  text?: Text
  jump?: { path: string; line: number }
  isCutOff: boolean
  actions: VaultActions
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
  onMove: (path: string) => void
  onDelete: (path: string) => void
  onHistory: (path: string) => void
}

const QUIET: EditorStatus = { isWaiting: false, isOffline: false, version: 0 }

export function OpenFile(props: OpenFileProps) {
  const { organisation, workspace, leaf, text, jump, isCutOff, actions, arrange } = props
  const { path } = leaf
  const [statuses, setStatuses] = useState<ReadonlyMap<string, EditorStatus>>(new Map())
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  // A text is brought in when its tab is first in front, and stays.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([path]))
  if (!seen.has(path)) setSeen(new Set([...seen, path]))
  const document = workspace.documents.find((each) => each.path === path)
  const status = (document && statuses.get(document.id)) ?? QUIET
  const isUnsent = [...statuses.values()].some(({ isWaiting }) => isWaiting)

  useEffect(() => {
    if (!isUnsent) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsent])

  const open = useCallback((path: string) => arrange({ do: 'open', path }), [arrange])

  async function readTheirs() {
    const result = await actions.showRival(organisation, path).catch(() => undefined)
    if (result?.ok && result.data !== null) return result.data
    toast.error(result?.ok ? 'What the vault has is no text.' : 'It cannot be read just now.')
    return undefined
  }

  const saved = document && saveState({ ...status, isOffline: status.isOffline || isCutOff, document })
  return (
    <>
      <FileBar
        path={path}
        mode={workspace.mode}
        {...(saved && { saved })}
        downloadHref={paths.vaultBytes(path)}
        onMode={(mode) => arrange({ do: 'show', mode })}
        onHistory={() => props.onHistory(path)}
        onMove={() => props.onMove(path)}
        onDelete={() => props.onDelete(path)}
      />
      {status.refusal && (
        <p role="alert" className="border-border border-b bg-destructive/10 px-3 py-2 text-sm">
          {status.refusal} What you typed is kept in this page only.
        </p>
      )}
      {document?.trouble && !document.rival && (
        <p role="alert" className="border-border border-b bg-warning/15 px-3 py-2 text-sm">
          It could not be saved: {document.trouble}
        </p>
      )}
      {document?.rival && (
        <RivalNotice
          path={path}
          rival={document.rival}
          mine={texts.get(document.id) ?? ''}
          readTheirs={readTheirs}
          settle={(choice) => arrange({ do: 'settle', documentId: document.id, choice })}
          close={() => arrange({ do: 'close', leafId: leaf.id, discard: true })}
        />
      )}
      {workspace.documents
        .filter((each) => seen.has(each.path))
        .map((each) => (
          <OpenText
            key={each.id}
            organisation={organisation}
            document={each}
            mode={workspace.mode}
            isInFront={each.path === path}
            {...(text?.id === each.id && { given: text })}
            {...(jump?.path === each.path && { jump })}
            onStatus={(next) => setStatuses((before) => new Map(before).set(each.id, next))}
            onShown={(shown) => setTexts((before) => new Map(before).set(each.id, shown))}
            open={open}
          />
        ))}
      {!document && <FileFacts path={path} />}
    </>
  )
}
