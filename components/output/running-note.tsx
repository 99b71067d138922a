import type { RunView } from '#lib/execution/run-view.ts'
import { Button } from '../ui/button.tsx'

type RunningNoteProps = {
  run: Pick<RunView, 'state' | 'progress' | 'progressNote'>
  onCancel?: () => void
}

/** While it runs: how far it is when the skill says so, else that it is under way. */
export function RunningNote({ run, onCancel }: RunningNoteProps) {
  const { state, progress, progressNote } = run
  const note = progressNote || (state === 'queued' ? 'Starting…' : 'Running…')
  const percent = progress === undefined ? undefined : Math.round(progress * 100)
  return (
    <div className="grid gap-2 px-4 py-2 sm:px-5">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p role="status" className="min-w-0 text-muted-foreground text-sm">
          {note}
          {percent !== undefined && ` ${percent} %`}
        </p>
        {onCancel && (
          <Button variant="outline" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <div
        role="progressbar"
        aria-label="Progress of the run"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== undefined && { 'aria-valuenow': percent })}
        className="h-1.5 overflow-hidden rounded-full bg-muted"
      >
        <div
          className={
            percent === undefined
              ? 'h-full w-1/3 animate-pulse rounded-full bg-primary motion-reduce:animate-none'
              : 'h-full rounded-full bg-primary transition-[width]'
          }
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
