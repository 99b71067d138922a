'use client'

import { RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { TrashedEntry } from '#lib/vault/history/trash.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import type { VaultActions } from '../vault-actions.ts'

type TrashPanelProps = {
  organisation: string
  changes: number
  retentionDays: number
  actions: Pick<VaultActions, 'listTrash' | 'restore' | 'emptyTrash'>
}

export function TrashPanel({ organisation, changes, retentionDays, actions }: TrashPanelProps) {
  const [entries, setEntries] = useState<TrashedEntry[]>()

  const load = useCallback(async () => {
    const result = await actions.listTrash(organisation).catch(() => undefined)
    setEntries((shown) => (result?.ok ? result.data : (shown ?? [])))
  }, [organisation, actions])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the vault is why to look again
  useEffect(() => {
    void load()
  }, [load, changes])

  async function restore({ operationId, path }: TrashedEntry) {
    const result = await attemptAction(() => actions.restore(organisation, operationId))
    if (!result.ok) return toast.error(result.error.message)
    const { path: restoredPath } = result.data
    toast.success(
      restoredPath === path
        ? `${path} was restored.`
        : `${path} was restored as ${restoredPath} because its name was taken.`,
    )
    await load()
  }

  async function empty() {
    const result = await attemptAction(() => actions.emptyTrash(organisation))
    await load()
    return result
  }

  return (
    <div className="grid gap-2 p-3">
      <p className="text-muted-foreground text-sm">Deleted files can be restored for {retentionDays} days.</p>
      {entries?.length === 0 && <p className="text-sm">The trash is empty.</p>}
      <ul className="grid gap-1">
        {entries?.map((entry) => (
          <TrashedItem key={entry.operationId} entry={entry} restore={() => restore(entry)} />
        ))}
      </ul>
      {entries && entries.length > 0 && (
        <ConfirmDialog
          title="Empty trash?"
          description="Everything in the trash, and its history, will be permanently deleted. This cannot be undone."
          confirmLabel="Empty trash"
          onConfirm={empty}
        >
          <Button variant="outline" size="sm" className="justify-self-start">
            Empty trash{' '}
          </Button>
        </ConfirmDialog>
      )}
    </div>
  )
}

function TrashedItem({ entry, restore }: { entry: TrashedEntry; restore: () => void }) {
  return (
    <li className="flex items-center gap-2 rounded-md border border-border py-1.5 pr-1 pl-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={entry.path}>
          {entry.path}
          {entry.entries > 1 && ` and ${entry.entries - 1} in it`}
        </p>
        <p className="text-muted-foreground text-xs">
          {entry.by.name ?? 'Unknown user'}, <Time at={new Date(entry.deletedAtMs)} />
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Restore ${entry.path}`}
        title="Restore"
        onClick={restore}
      >
        <RotateCcw aria-hidden />
      </Button>
    </li>
  )
}
