'use client'

import { useEffect, useState } from 'react'
import type { ChangedFile } from '#lib/vault/history/history.ts'
import type { OperationSelector } from '#lib/vault/model/operations-of.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import { flushOpenTexts } from '../editor/push-text.ts'
import type { VaultActions } from '../vault-actions.ts'
import { ChangesDialog } from './changes-dialog.tsx'
import { fileHistoryEntries, type HistoryEntry, vaultHistoryEntries } from './history-entries.ts'
import { HistoryEntryItem } from './history-entry-item.tsx'

type HistoryPanelProps = {
  organisation: string
  path: string | undefined
  activePath: string | undefined
  onPath: (path: string | undefined) => void
  onOpen: (path: string) => void
  changes: number
  actions: Pick<VaultActions, 'fileHistory' | 'journal' | 'undo' | 'version' | 'changedFiles'>
}

type Compared = { files: ChangedFile[]; undo?: OperationSelector }

export function HistoryPanel({
  organisation,
  path,
  activePath,
  onPath,
  onOpen,
  changes,
  actions,
}: HistoryPanelProps) {
  const { lines, more } = useHistory({ organisation, path, changes, actions })
  const [compared, setCompared] = useState<Compared>()

  async function compare(entry: HistoryEntry) {
    const found = await readChanges(organisation, path, entry, actions)
    if (found) setCompared(found)
  }

  const undo = (selector: OperationSelector) => undoChanges(organisation, selector, actions)

  return (
    <div className="grid gap-1 p-3">
      <Scope path={path} activePath={activePath} onPath={onPath} />
      {path !== undefined && <p className="truncate pb-1 text-muted-foreground text-xs">{path}</p>}
      {lines?.length === 0 && <p className="py-2 text-muted-foreground text-sm">No changes yet.</p>}
      <ul className="grid gap-1">
        {lines?.map((line) => (
          <HistoryEntryItem
            key={line.operationIds[0]}
            line={line}
            isFile={path !== undefined}
            onOpen={onOpen}
            onCompare={compare}
            onUndo={undo}
          />
        ))}
      </ul>
      {more && (
        <Button variant="ghost" size="sm" onClick={more}>
          Earlier changes
        </Button>
      )}
      {compared && (
        <ChangesDialog
          organisation={organisation}
          files={compared.files}
          readVersion={actions.version}
          onUndo={
            compared.undo &&
            (() => {
              setCompared(undefined)
              void undo(compared.undo!)
            })
          }
          close={() => setCompared(undefined)}
        />
      )}
    </div>
  )
}

/** Shows a toast and returns undefined if there is nothing to compare. */
async function readChanges(
  organisation: string,
  path: string | undefined,
  { path: changed, diff, operationIds, isUndone }: HistoryEntry,
  actions: Pick<VaultActions, 'changedFiles'>,
): Promise<Compared | undefined> {
  const selector = path === undefined ? { operationIds } : { operationIds, path }
  const found = diff
    ? { ok: true as const, data: [{ path: changed, ...diff }] }
    : await attemptAction(() => actions.changedFiles(organisation, selector))
  if (found.ok && found.data.length > 0) return { files: found.data, ...(!isUndone && { undo: selector }) }
  if (found.ok) toast.info('No text was changed, or its versions were deleted.')
  else toast.error(found.error.message)
}

async function undoChanges(
  organisation: string,
  selector: OperationSelector,
  actions: Pick<VaultActions, 'undo'>,
) {
  await flushOpenTexts()
  const result = await attemptAction(() => actions.undo(organisation, selector))
  if (!result.ok) return toast.error(result.error.message)
  const redo = { operationIds: [result.data.operationId] }
  toast.success('Undone.', {
    action: { label: 'Redo', onClick: () => undoChanges(organisation, redo, actions) },
  })
}

function Scope({ path, activePath, onPath }: Pick<HistoryPanelProps, 'path' | 'activePath' | 'onPath'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div role="group" aria-label="History of" className="flex gap-1 pb-1">
      <ScopeButton isOn={path === undefined} onChoose={() => onPath(undefined)}>
        Whole vault
      </ScopeButton>
      <ScopeButton isOn={path !== undefined} disabled={!activePath} onChoose={() => onPath(activePath)}>
        This file
      </ScopeButton>
    </div>
  )
}

type ScopeButtonProps = { isOn: boolean; disabled?: boolean; onChoose: () => void; children: string }

function ScopeButton({ isOn, disabled, onChoose, children }: ScopeButtonProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isOn}
      disabled={disabled && !isOn}
      className="aria-pressed:bg-accent"
      onClick={onChoose}
    >
      {children}
    </Button>
  )
}

type HistoryOptions = {
  organisation: string
  path: string | undefined
  changes: number
  actions: Pick<VaultActions, 'fileHistory' | 'journal'>
}

const PAGE_SIZE = 50
const MAX_ENTRIES = 2_000

/** `lines` is undefined while loading; `more` loads earlier ones, if any. */
function useHistory({ organisation, path, changes, actions }: HistoryOptions): {
  lines: HistoryEntry[] | undefined
  more: (() => void) | undefined
} {
  const [limits, setLimits] = useState<ReadonlyMap<string | undefined, number>>(new Map())
  const [found, setFound] = useState<Found>()
  const limit = limits.get(path) ?? PAGE_SIZE

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the vault is why to look again
  useEffect(() => {
    let isCancelled = false
    void read({ organisation, path, limit, actions })
      .catch(() => undefined)
      // Ignores a late response for another file or an older state.
      .then((next) => {
        if (next && !isCancelled) setFound(next)
      })
    return () => {
      isCancelled = true
    }
  }, [organisation, path, limit, actions, changes])

  const hasMore = found?.hasMore && limit < MAX_ENTRIES
  return {
    lines: found?.lines,
    more: hasMore ? () => setLimits(new Map(limits).set(path, limit + PAGE_SIZE)) : undefined,
  }
}

type Found = { lines: HistoryEntry[]; hasMore: boolean }

async function read({
  organisation,
  path,
  limit,
  actions,
}: Omit<HistoryOptions, 'changes'> & { limit: number }): Promise<Found | undefined> {
  if (path !== undefined) {
    const result = await attemptAction(() => actions.fileHistory(organisation, path, limit))
    return result.ok
      ? { lines: fileHistoryEntries(result.data), hasMore: result.data.length === limit }
      : undefined
  }
  const result = await attemptAction(() => actions.journal(organisation, limit))
  return result.ok
    ? { lines: vaultHistoryEntries(result.data), hasMore: result.data.length === limit }
    : undefined
}
