'use client'

import { CircleAlert, CircleCheck, CloudUpload } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'
import type { DraftSaveState } from './draft-state.ts'
import type { DraftStore } from './draft-store.ts'

/** Shows whether the draft is saved. Only failures are announced, because saves happen every few seconds. */
export function DraftSaveStatus({ save, onRetry }: { save: DraftSaveState; onRetry: () => void }) {
  const needsAttention = save.kind === 'failed' || save.kind === 'conflict'
  return (
    <div
      data-testid="save-status"
      role={needsAttention ? 'alert' : undefined}
      className="flex min-h-8 min-w-0 items-center gap-1.5 text-muted-foreground text-sm [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <SaveStatusText save={save} onRetry={onRetry} />
    </div>
  )
}

function SaveStatusText({ save, onRetry }: { save: DraftSaveState; onRetry: () => void }) {
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
          <span className="text-warning">Not saved: {save.theirs.savedBy} saved another version</span>
        </>
      )
    case 'failed':
      return (
        <>
          <CircleAlert aria-hidden className="text-destructive" />
          <span className="text-destructive">
            Not saved: {save.message}{' '}
            {save.isSignedOut ? (
              <TextLink href={paths.signIn()} target="_blank">
                Sign in
              </TextLink>
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

/** Saves the draft while it is edited, restores edits after a crash, and warns before any would be lost. */
export function useDraftAutosave(store: DraftStore): void {
  useEffect(() => {
    store.restore()
    const warn = (event: BeforeUnloadEvent) => {
      if (store.isAtRisk()) event.preventDefault()
    }
    const leave = () => {
      if (document.visibilityState === 'hidden') void store.flush()
    }
    window.addEventListener('online', store.retry)
    window.addEventListener('beforeunload', warn)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('online', store.retry)
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', leave)
      void store.flush()
    }
  }, [store])
}
