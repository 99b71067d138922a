'use client'

import { Undo2 } from 'lucide-react'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { OperationSelector } from '#lib/vault/model/operations-of.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import type { HistoryEntry } from './history-entries.ts'

type HistoryLineProps = {
  line: HistoryEntry
  isFile: boolean
  onOpen: (path: string) => void
  onCompare: (line: HistoryEntry) => void
  onUndo: (selector: OperationSelector) => void
}

export function HistoryEntryItem({ line, isFile, onOpen, onCompare, onUndo }: HistoryLineProps) {
  const { verb, path, others, note, isUndone } = line
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
      <Origin line={line} />
      {note && <p className="text-xs [overflow-wrap:anywhere]">“{note}”</p>}
      <Buttons line={line} isFile={isFile} onCompare={onCompare} onUndo={onUndo} />
      {line.edits && (
        <details>
          <summary className="cursor-pointer text-muted-foreground text-xs">
            {plural(line.edits.length, 'edit')}
          </summary>
          <ol className="mt-1 grid gap-1 border-border border-l pl-2.5">
            {line.edits.map((edit) => (
              <li key={edit.operationIds[0]} className="text-muted-foreground text-xs">
                <Time at={new Date(edit.atMs)} style="instant" />
                <Buttons line={edit} isFile={isFile} onCompare={onCompare} onUndo={onUndo} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

function Origin({ line: { who, atMs, runId, planRunId, isUndone } }: Pick<HistoryLineProps, 'line'>) {
  return (
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
      {planRunId && (
        <>
          {' of '}
          <Link href={paths.planRun(planRunId)} className="underline underline-offset-2">
            a plan
          </Link>
        </>
      )}
      {isUndone && ' · undone'}
    </p>
  )
}

function Buttons({ line, isFile, onCompare, onUndo }: Omit<HistoryLineProps, 'onOpen'>) {
  const { path, runId, isOneOfRun, planRunId, isUndone, operationIds, diff } = line
  return (
    <div className="-ml-2 flex flex-wrap">
      {(diff || !isFile) && (
        <Button variant="ghost" size="sm" className="h-7 px-2 text-xs" onClick={() => onCompare(line)}>
          Show change
        </Button>
      )}
      {!isUndone && (
        <Button
          variant="ghost"
          size="sm"
          className="h-7 px-2 text-xs"
          onClick={() => onUndo(isFile ? { operationIds, path } : { operationIds })}
        >
          <Undo2 aria-hidden />
          Undo
        </Button>
      )}
      {!isUndone && runId && (isOneOfRun || isFile) && (
        <Button variant="ghost" size="sm" className="h-7 px-2 text-xs" onClick={() => onUndo({ runId })}>
          Undo entire run
        </Button>
      )}
      {!isUndone && planRunId && (
        <Button variant="ghost" size="sm" className="h-7 px-2 text-xs" onClick={() => onUndo({ planRunId })}>
          Undo entire plan run
        </Button>
      )}
    </div>
  )
}
