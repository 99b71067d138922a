import { PlayCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import { isObject, type JsonSchema } from '#lib/kernel/json/json.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { type CancelRun, CancelRunButton } from './cancel-run-button.tsx'
import { describedFields } from './described-fields.ts'
import { ErrorView } from './error-view.tsx'

type RunningNoteProps = {
  run: Pick<RunView, 'state' | 'progress' | 'progressNote' | 'before'>
  onCancel?: CancelRun
}

export function RunningNote({ run, onCancel }: RunningNoteProps) {
  const { state, progress, progressNote, before } = run
  const note = progressNote || (state === 'queued' ? describeWait(before) : 'Running…')
  const percent = progress === undefined ? undefined : Math.round(progress * 100)
  return (
    <div className="grid gap-2 px-4 py-2 sm:px-5">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p role="status" className="min-w-0 text-muted-foreground text-sm">
          {note}
          {percent !== undefined && ` · ${percent}%`}
        </p>
        {onCancel && (
          <CancelRunButton
            size="sm"
            cancel={onCancel}
            // The button disappears when the run ends, so the focus moves to the section.
            onClick={({ currentTarget }) => currentTarget.closest('section')?.focus()}
          />
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

/** "Waiting: 2 long runs of your organisation are running, and 1 was queued before this one." */
function describeWait(
  { running, waiting }: NonNullable<RunView['before']> = { running: 0, waiting: 0 },
): string {
  if (running + waiting === 0) return 'Waiting to start…'
  const now = `${plural(running, 'long run')} of your organisation ${running === 1 ? 'is' : 'are'} running`
  const first =
    waiting === 0 ? 'this one is next' : `${waiting} ${waiting === 1 ? 'was' : 'were'} queued before this one`
  return `Waiting: ${now}, and ${first}.`
}

type OutputWaitingProps = {
  children: ReactNode
  response?: JsonSchema
}

export function OutputWaiting({ children, response }: OutputWaitingProps) {
  const declared = isObject(response) ? describedFields({}, response, response) : []
  const fields = declared.filter(({ key }) => key !== 'message')
  return (
    <section
      aria-label="Output"
      className="grid min-h-64 min-w-0 content-center justify-items-center gap-3 rounded-lg border border-border border-dashed p-6 text-center"
    >
      <PlayCircle className="size-8 text-muted-foreground/70" strokeWidth={1.5} aria-hidden />
      <p className="max-w-sm text-pretty text-muted-foreground text-sm">{children}</p>
      {fields.length > 0 && (
        <ul aria-label="Expected fields" className="flex max-w-md flex-wrap justify-center gap-1.5">
          {fields.map(({ key, title, description }) => (
            <li
              key={key}
              title={description}
              className="rounded-full bg-muted px-2.5 py-0.5 text-muted-foreground text-xs"
            >
              {title}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type OutputRefusalProps = { error: PublicError; remedy?: ReactNode }

export function OutputRefusal({ error, remedy }: OutputRefusalProps) {
  return (
    <section
      aria-label="Output"
      className="grid min-w-0 gap-4 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5"
    >
      <h2 className="font-semibold text-sm">Output</h2>
      <ErrorView error={error} remedy={remedy} />
      <p className="text-muted-foreground text-sm">Nothing ran.</p>
    </section>
  )
}
