'use client'

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Leaf, WorkspaceView } from '#lib/vault/workspace/workspace-view.ts'
import { liveConnection, subscribeToPageEvents } from '../../browser/live-channel.ts'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import { flushOpenTexts } from '../editor/push-text.ts'
import type { VaultActions, WorkspaceOperation } from '../vault-actions.ts'

type Workspace = {
  workspace: WorkspaceView
  isCutOff: boolean
  isOtherOrganisation: boolean
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
}

export function useWorkspace(
  initial: WorkspaceView,
  { arrange: sendOperation }: Pick<VaultActions, 'arrange'>,
  onVaultChange: () => void,
): Workspace {
  const [workspace, setWorkspace] = useState(initial)
  const [isOtherOrganisation, setOtherOrganisation] = useState(false)
  const isUp = useSyncExternalStore(liveConnection.subscribe, liveConnection.isUp, () => true)
  const isCutOff = useDelayedTrue(!isUp)
  const { organisationId } = initial

  useEffect(
    () =>
      subscribeToPageEvents(
        (event) => {
          if (event.kind === 'vault') onVaultChange()
          if (event.kind !== 'workspace') return
          const isOurs = event.workspace.organisationId === organisationId
          setOtherOrganisation(!isOurs)
          if (isOurs) setWorkspace(event.workspace)
        },
        { vault: true },
      ),
    [organisationId, onVaultChange],
  )

  const arrange = useCallback(
    async (operation: WorkspaceOperation) => {
      // Shows the expected result at once; the server's own state follows.
      setWorkspace((before) => predictWorkspace(before, operation))
      if (operation.kind === 'close') await flushOpenTexts()
      const result = await attemptAction(() => sendOperation(organisationId, operation))
      if (result.ok) {
        if (result.data.copy) toast.success(`Your version was saved as ${result.data.copy}.`)
        return true
      }
      toast.error(result.error.message)
      return false
    },
    [sendOperation, organisationId],
  )
  return { workspace, isCutOff, isOtherOrganisation, arrange }
}

function predictWorkspace(workspace: WorkspaceView, operation: WorkspaceOperation): WorkspaceView {
  if (operation.kind === 'choose') return { ...workspace, activeLeafId: operation.leafId }
  if (operation.kind === 'show') return { ...workspace, mode: operation.mode }
  const open = operation.kind === 'open' && workspace.leaves.find(({ path }) => path === operation.path)
  return open ? { ...workspace, activeLeafId: open.id } : workspace
}

const NOTICE_DELAY_MS = 2_500

/** True once `now` has lasted a while, so that a brief reconnect is not reported. */
function useDelayedTrue(now: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!now) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), NOTICE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [now])
  return lasting
}

type ActiveFileOptions = {
  workspace: WorkspaceView
  /** The file named by the URL; a new object for each navigation. */
  requestedFile: { path: string } | undefined
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
  reveal: (path: string) => void
  onOpen: () => void
}

/** A 0-based line to scroll to; a new object each time. */
type Jump = { path: string; line: number }

export type ActiveFileState = {
  leaf: Leaf | undefined
  jump: Jump | undefined
  open: (path: string) => Promise<boolean>
  openAt: (path: string, line: number) => Promise<void>
  jumpTo: (jump: Jump) => void
}

export function useActiveFile({
  workspace,
  requestedFile,
  arrange,
  reveal,
  onOpen,
}: ActiveFileOptions): ActiveFileState {
  const [jump, jumpTo] = useState<Jump>()
  const leaf = workspace.leaves.find(({ id }) => id === workspace.activeLeafId)
  const open = useCallback(
    (path: string) => {
      onOpen()
      return arrange({ kind: 'open', path })
    },
    [arrange, onOpen],
  )

  const handledRequest = useRef<{ path: string }>(undefined)
  useEffect(() => {
    if (!requestedFile || handledRequest.current === requestedFile) return
    handledRequest.current = requestedFile
    void open(requestedFile.path)
  }, [requestedFile, open])

  const path = leaf?.path
  useEffect(() => {
    if (path) reveal(path)
    const address = path ? `?${new URLSearchParams({ file: path })}` : location.pathname
    // The URL names the active file, so that it can be shared.
    window.history.replaceState(window.history.state, '', address)
  }, [path, reveal])

  return {
    leaf,
    jump,
    open,
    async openAt(wanted, line) {
      if (await open(wanted)) jumpTo({ path: wanted, line })
    },
    jumpTo,
  }
}
