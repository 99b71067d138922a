'use client'

import { CircleAlert, CircleCheck, CloudUpload } from 'lucide-react'
import { paths } from '#lib/contract/market/paths.ts'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import type { SaveState } from './draft-state.ts'
import { useStudio } from './studio-context.tsx'

/** Whether what was typed has arrived. Only trouble is announced: success comes every few seconds. */
export function SaveStatus() {
  const { state, store } = useStudio()
  return <DraftSaveStatus save={state.save} onRetry={store.retry} />
}

/** The same of any draft that is kept as this one is. */
export function DraftSaveStatus({ save, onRetry }: { save: SaveState; onRetry: () => void }) {
  const isTrouble = save.kind === 'failed' || save.kind === 'conflict'
  return (
    <div
      data-testid="save-status"
      role={isTrouble ? 'alert' : undefined}
      className="flex min-h-8 min-w-0 items-center gap-1.5 text-muted-foreground text-sm [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <Words save={save} onRetry={onRetry} />
    </div>
  )
}

function Words({ save, onRetry }: { save: SaveState; onRetry: () => void }) {
  switch (save.kind) {
    case 'saved':
      return (
        <>
          <CircleCheck aria-hidden className="text-success" />
          <span>
            Saved <Time at={save.atMs} style="clock" />
          </span>
        </>
      )
    case 'waiting':
    case 'saving':
      return (
        <>
          <CloudUpload aria-hidden />
          <span>Saving…</span>
        </>
      )
    case 'conflict':
      return (
        <>
          <CircleAlert aria-hidden className="text-warning" />
          <span className="text-warning">Not saved: {save.theirs.savedBy} saved meanwhile</span>
        </>
      )
    case 'failed':
      return (
        <>
          <CircleAlert aria-hidden className="text-destructive" />
          <span className="text-destructive">
            Not saved: {save.message}{' '}
            {save.isSignedOut ? (
              <Link href={paths.signIn()} target="_blank" className="underline underline-offset-4">
                Sign in
              </Link>
            ) : (
              <button type="button" className="underline underline-offset-4" onClick={onRetry}>
                Try again
              </button>
            )}
          </span>
        </>
      )
  }
}
