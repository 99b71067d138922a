/** The active file: toolbar, conflict notice and text. Other open texts stay mounted. */
'use client'

import { Download, FileQuestion } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { vaultFileName } from '#lib/vault/model/vault-path.ts'
import type { Leaf, OpenText as Text, WorkspaceView } from '#lib/vault/workspace/workspace-view.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.ts'
import { isPicture } from '../file-kinds.ts'
import type { VaultActions, WorkspaceOperation } from '../vault-actions.ts'
import { FileBar, saveState } from './file-bar.tsx'
import { OpenTextEditor } from './open-text-editor.tsx'
import { VaultConflictNotice } from './vault-conflict-notice.tsx'
import type { EditorStatus } from './vault-editor-surface.tsx'

type OpenFileProps = {
  organisation: string
  workspace: WorkspaceView
  leaf: Leaf
  text?: Text
  jump?: { path: string; line: number }
  isCutOff: boolean
  actions: VaultActions
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
  onMove: (path: string) => void
  onDelete: (path: string) => void
  onHistory: (path: string) => void
}

const INITIAL_STATUS: EditorStatus = { isWaiting: false, isOffline: false, version: 0 }

export function OpenFile(props: OpenFileProps) {
  const { organisation, workspace, leaf, text, jump, isCutOff, actions, arrange } = props
  const { path } = leaf
  const [statuses, setStatuses] = useState<ReadonlyMap<string, EditorStatus>>(new Map())
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  // A text is mounted when its tab is first activated, and stays mounted.
  const [mountedPaths, setMountedPaths] = useState<ReadonlySet<string>>(new Set([path]))
  if (!mountedPaths.has(path)) setMountedPaths(new Set([...mountedPaths, path]))
  const document = workspace.documents.find((candidate) => candidate.path === path)
  const status = (document && statuses.get(document.id)) ?? INITIAL_STATUS
  const isUnsent = [...statuses.values()].some(({ isWaiting }) => isWaiting)

  useEffect(() => {
    if (!isUnsent) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsent])

  const open = useCallback((path: string) => arrange({ kind: 'open', path }), [arrange])

  async function readTheirs() {
    const result = await actions.readConflictingText(organisation, path).catch(() => undefined)
    if (result?.ok && result.data !== null) return result.data
    toast.error(result?.ok ? 'This file is no longer text.' : 'The file cannot be read. Try again.')
    return undefined
  }

  const saved = document && saveState({ ...status, isOffline: status.isOffline || isCutOff, document })
  return (
    <>
      <FileBar
        path={path}
        mode={workspace.mode}
        {...(saved && { saved })}
        {...(workspace.elsewhere && { elsewhere: workspace.elsewhere })}
        downloadHref={paths.vaultBytes(path)}
        onMode={(mode) => arrange({ kind: 'show', mode })}
        onHistory={() => props.onHistory(path)}
        onMove={() => props.onMove(path)}
        onDelete={() => props.onDelete(path)}
      />
      {status.refusal && (
        <p role="alert" className="border-border border-b bg-destructive/10 px-3 py-2 text-sm">
          {status.refusal} Your changes exist only on this page.
        </p>
      )}
      {document?.problem && !document.conflict && (
        <p role="alert" className="border-border border-b bg-warning/15 px-3 py-2 text-sm">
          Not saved: {document.problem}
        </p>
      )}
      {document?.conflict && (
        <VaultConflictNotice
          path={path}
          conflict={document.conflict}
          mine={texts.get(document.id) ?? ''}
          readTheirs={readTheirs}
          settle={(choice) => arrange({ kind: 'settle', documentId: document.id, choice })}
          close={() => arrange({ kind: 'close', leafId: leaf.id, discard: true })}
        />
      )}
      {workspace.documents
        .filter((candidate) => mountedPaths.has(candidate.path))
        .map((candidate) => (
          <OpenTextEditor
            key={candidate.id}
            organisation={organisation}
            document={candidate}
            mode={workspace.mode}
            isInFront={candidate.path === path}
            {...(text?.id === candidate.id && { initialText: text })}
            {...(jump?.path === candidate.path && { jump })}
            onStatus={(next) => setStatuses((before) => new Map(before).set(candidate.id, next))}
            onTextChange={(shown) => setTexts((before) => new Map(before).set(candidate.id, shown))}
            open={open}
          />
        ))}
      {!document && <FileFacts path={path} />}
    </>
  )
}

/** The editor opens texts up to this size. */
const MAX_TEXT_BYTES = 1024 * 1024

function FileFacts({ path }: { path: string }) {
  const href = paths.vaultBytes(path)
  const isLarge = useIsLarge(href)
  if (isPicture(path)) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center overflow-auto p-4">
        {/* biome-ignore lint/performance/noImgElement: its size is unknown, and it is on our own origin */}
        <img src={href} alt={vaultFileName(path)} className="max-h-full max-w-full" />
      </div>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
      <EmptyState
        icon={FileQuestion}
        title={`${vaultFileName(path)} cannot be displayed`}
        className="w-full max-w-xl border-none"
        action={
          <Button asChild>
            <a href={href} download>
              <Download aria-hidden />
              Download
            </a>
          </Button>
        }
      >
        {isLarge === undefined
          ? 'The file cannot be edited here.'
          : isLarge
            ? 'The file is larger than 1 MiB, the most that the editor opens.'
            : 'The file is not text.'}{' '}
        You can download it, and tools can read it in parts.
      </EmptyState>
    </div>
  )
}

/** Returns undefined until the size is known. */
function useIsLarge(href: string): boolean | undefined {
  const [isLarge, setLarge] = useState<boolean>()
  useEffect(() => {
    const controller = new AbortController()
    fetch(href, { method: 'HEAD', signal: controller.signal })
      .then(({ ok, headers }) => {
        const bytes = headers.get('content-length')
        if (ok && bytes !== null) setLarge(Number(bytes) > MAX_TEXT_BYTES)
      })
      .catch(() => {})
    return () => controller.abort()
  }, [href])
  return isLarge
}
