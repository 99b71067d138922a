'use client'

/** Who changed what, by which run, and the way back. */
import { Undo2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import type { FileLine, JournalLine } from '#lib/vault/history.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Dialog, DialogContent } from '../ui/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { languageOfPath } from './file-kinds.ts'
import { fileHistory, type HistoryLine, vaultHistory } from './history-lines.ts'
import type { UndoWanted, VaultActions } from './vault-actions.ts'

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
  const [found, setFound] = useState<Found>()
  const [compared, setCompared] = useState<Compared>()

  const load = useCallback(
    async (after?: Found) => {
      const next = await readMore(organisation, path, after, actions).catch(() => undefined)
      setFound((shown) => next ?? shown)
    },
    [organisation, path, actions],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the vault is why to look again
  useEffect(() => {
    void load()
  }, [load, changes])

  const lines = found && linesOf(found)

  async function compare({ path, diff }: HistoryLine) {
    const read = (etag: string | null) =>
      etag === null ? Promise.resolve({ ok: true as const, data: '' }) : actions.version(organisation, etag)
    const [before, after] = await Promise.all([read(diff?.before ?? null), read(diff?.after ?? null)])
    if (!before.ok || !after.ok) return toast.error('What it was then is not kept any more.')
    if (before.data === null || after.data === null)
      return toast.info('This is no text, or too long to compare.')
    setCompared({ path, before: before.data, after: after.data })
  }

  async function undo(wanted: UndoWanted) {
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
          <Line
            key={line.operationIds[0]}
            line={line}
            isFile={path !== undefined}
            onOpen={onOpen}
            onCompare={compare}
            onUndo={undo}
          />
        ))}
      </ul>
      {found?.hasMore && (
        <Button variant="ghost" size="sm" onClick={() => load(found)}>
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

const PAGE = 50

type Found = { hasMore: boolean } & (
  | { of: 'file'; lines: FileLine[] }
  | { of: 'vault'; lines: JournalLine[] }
)

async function readMore(
  organisation: string,
  path: string | undefined,
  after: Found | undefined,
  actions: Pick<VaultActions, 'fileHistory' | 'journal'>,
): Promise<Found | undefined> {
  if (path !== undefined) {
    const shown = after?.of === 'file' ? after.lines : []
    const result = await actions.fileHistory(organisation, path, shown.at(-1)?.seq)
    if (!result.ok) return undefined
    return { of: 'file', lines: [...shown, ...result.data], hasMore: result.data.length === PAGE }
  }
  const shown = after?.of === 'vault' ? after.lines : []
  const result = await actions.journal(organisation, shown.at(-1)?.operationId)
  if (!result.ok) return undefined
  return { of: 'vault', lines: [...shown, ...result.data], hasMore: result.data.length === PAGE }
}

function linesOf(found: Found): HistoryLine[] {
  return found.of === 'file' ? fileHistory(found.lines) : vaultHistory(found.lines)
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

type LineProps = {
  line: HistoryLine
  isFile: boolean
  onOpen: (path: string) => void
  onCompare: (line: HistoryLine) => void
  onUndo: (wanted: UndoWanted) => void
}

function Line({ line, isFile, onOpen, onCompare, onUndo }: LineProps) {
  const { verb, path, others, atMs, who, runId, planRunId, note, isUndone, operationIds, diff } = line
  return (
    <li
      className={cn(
        'grid gap-0.5 rounded-md border border-border px-2.5 py-2 text-sm',
        isUndone && 'opacity-70',
      )}
    >
      <p className={cn('[overflow-wrap:anywhere]', isUndone && 'line-through')}>
        {verb}{' '}
        {!isFile && (
          <button
            type="button"
            onClick={() => onOpen(path)}
            className="text-left font-medium hover:underline"
          >
            {path}
          </button>
        )}
        {isFile && verb.startsWith('Moved') && <span className="font-medium">{path}</span>}
        {others > 0 && ` and ${others} more`}
      </p>
      <p className="text-muted-foreground text-xs">
        {who}, <Time at={new Date(atMs)} />
        {runId && (
          <>
            {' · '}
            <Link href={paths.run(runId)} className="underline underline-offset-2">
              by a run
            </Link>
          </>
        )}
        {planRunId && ' of a plan'}
        {isUndone && ' · taken back'}
      </p>
      {note && <p className="text-xs [overflow-wrap:anywhere]">“{note}”</p>}
      <div className="-ml-2 flex flex-wrap">
        {diff && (
          <Button variant="ghost" size="sm" className="h-7 px-2 text-xs" onClick={() => onCompare(line)}>
            Show change
          </Button>
        )}
        {!isUndone && (
          <Button
            variant="ghost"
            size="sm"
            className="h-7 px-2 text-xs"
            onClick={() => onUndo({ operationIds })}
          >
            <Undo2 aria-hidden />
            Undo
          </Button>
        )}
        {!isUndone && runId && (
          <Button variant="ghost" size="sm" className="h-7 px-2 text-xs" onClick={() => onUndo({ runId })}>
            Undo all of the run
          </Button>
        )}
        {!isUndone && planRunId && (
          <Button
            variant="ghost"
            size="sm"
            className="h-7 px-2 text-xs"
            onClick={() => onUndo({ planRunId })}
          >
            Undo all of the plan
          </Button>
        )}
      </div>
    </li>
  )
}
