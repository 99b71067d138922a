'use client'

import { useState } from 'react'
import { toast } from 'sonner'
/** Who changed what, by which run, and the way back. */
import type { OperationsOf } from '#lib/contract/vault/operations-of.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent } from '../ui/dialog.tsx'
import { languageOfPath } from './file-kinds.ts'
import { HistoryLineItem } from './history-line-item.tsx'
import type { HistoryLine } from './history-lines.ts'
import { settleTexts } from './settle-texts.ts'
import { useHistory } from './use-history.ts'
import type { VaultActions } from './vault-actions.ts'

type HistoryPanelProps = {
  organisation: string
  /** The file whose history it is; the whole vault's when absent. */
  path: string | undefined
  /** The file in front, to be chosen. */
  activePath: string | undefined
  onPath: (path: string | undefined) => void
  onOpen: (path: string) => void
  /** Counts up when something in the vault has changed. */
  changes: number
  actions: Pick<VaultActions, 'fileHistory' | 'journal' | 'undo' | 'version'>
}

type Compared = { path: string; before: string; after: string }

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

  async function compare({ path, diff }: HistoryLine) {
    const read = (etag: string | null) =>
      etag === null ? Promise.resolve({ ok: true as const, data: '' }) : actions.version(organisation, etag)
    const [before, after] = await Promise.all([read(diff?.before ?? null), read(diff?.after ?? null)])
    if (!before.ok || !after.ok) return toast.error('What it was then is not kept any more.')
    if (before.data === null || after.data === null)
      return toast.info('This is no text, or too long to compare.')
    if (before.data === after.data) return toast.info('It was made empty.')
    setCompared({ path, before: before.data, after: after.data })
  }

  async function undo(wanted: OperationsOf) {
    await settleTexts()
    const result = await actions.undo(organisation, wanted).catch(() => undefined)
    if (!result?.ok) return toast.error(result?.error.message ?? 'The server cannot be reached just now.')
    toast.success('Taken back.', {
      action: { label: 'Do it again', onClick: () => undo({ operationIds: [result.data.operationId] }) },
    })
  }

  return (
    <div className="grid gap-1 p-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
      <div role="group" aria-label="Whose history" className="flex gap-1 pb-1">
        <Of isOn={path === undefined} onChoose={() => onPath(undefined)}>
          Whole vault
        </Of>
        <Of isOn={path !== undefined} disabled={!activePath} onChoose={() => onPath(activePath)}>
          This file
        </Of>
      </div>
      {path !== undefined && <p className="truncate pb-1 text-muted-foreground text-xs">{path}</p>}
      {lines?.length === 0 && (
        <p className="py-2 text-muted-foreground text-sm">Nothing has been changed yet.</p>
      )}
      <ul className="grid gap-1">
        {lines?.map((line) => (
          <HistoryLineItem
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
      <Dialog open={compared !== undefined} onOpenChange={(isOpen) => !isOpen && setCompared(undefined)}>
        <DialogContent title={`Change of ${compared?.path}`} className="max-w-4xl">
          {compared && (
            <CodeDiff
              before={compared.before}
              after={compared.after}
              language={languageOfPath(compared.path)}
              label={`Change of ${compared.path}`}
            />
          )}
        </DialogContent>
      </Dialog>
    </div>
  )
}

type OfProps = { isOn: boolean; disabled?: boolean; onChoose: () => void; children: string }

function Of({ isOn, disabled, onChoose, children }: OfProps) {
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
