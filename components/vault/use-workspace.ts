'use client'

/** The person's workspace as this page shows it, kept up to date by the server. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import type { WorkspaceView } from '#lib/workspace/workspace-view.ts'
import { hearPage, line } from '../shell/live-channel.ts'
import { settleTexts } from './settle-texts.ts'
import type { VaultActions, WorkspaceOperation } from './vault-actions.ts'

type Workspace = {
  workspace: WorkspaceView
  /** True when the line to the server is down. */
  isCutOff: boolean
  /** True when the person acts for another organisation in another tab. */
  isElsewhere: boolean
  /** Does it, and says so when it cannot be done. True when it was. */
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
}

/** `onVaultChange` is called when something in the vault is not as it was. */
export function useWorkspace(
  initial: WorkspaceView,
  { arrange: ask }: Pick<VaultActions, 'arrange'>,
  onVaultChange: () => void,
): Workspace {
  const [workspace, setWorkspace] = useState(initial)
  const [isElsewhere, setElsewhere] = useState(false)
  const isUp = useSyncExternalStore(line.subscribe, line.isUp, () => true)
  const isCutOff = useLasting(!isUp)
  const { organisationId } = initial

  useEffect(
    () =>
      hearPage(
        (event) => {
          if (event.what === 'vault') onVaultChange()
          if (event.what !== 'workspace') return
          const isOurs = event.workspace.organisationId === organisationId
          setElsewhere(!isOurs)
          if (isOurs) setWorkspace(event.workspace)
        },
        { vault: true },
      ),
    [organisationId, onVaultChange],
  )

  const arrange = useCallback(
    async (operation: WorkspaceOperation) => {
      // Shown at once; the server's word comes in a moment.
      setWorkspace((before) => expected(before, operation))
      if (operation.do === 'close') await settleTexts()
      const result = await ask(organisationId, operation).catch(() => undefined)
      if (result?.ok) {
        if (result.data.copy) toast.success(`Yours is kept as ${result.data.copy}.`)
        return true
      }
      toast.error(result?.error.message ?? 'The server cannot be reached just now.')
      return false
    },
    [ask, organisationId],
  )
  return { workspace, isCutOff, isElsewhere, arrange }
}

function expected(workspace: WorkspaceView, operation: WorkspaceOperation): WorkspaceView {
  if (operation.do === 'choose') return { ...workspace, activeLeafId: operation.leafId }
  if (operation.do === 'show') return { ...workspace, mode: operation.mode }
  const open = operation.do === 'open' && workspace.leaves.find(({ path }) => path === operation.path)
  return open ? { ...workspace, activeLeafId: open.id } : workspace
}

const NOTICED_MS = 2_500

/** True once `now` has been true for a while: a line that is up again at once is nothing to tell. */
function useLasting(now: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!now) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), NOTICED_MS)
    return () => clearTimeout(timer)
  }, [now])
  return lasting
}
