'use client'

import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'
import type { DraftState } from './draft-state.ts'
import type { DraftStore } from './draft-store.ts'
import { useStudio } from './studio-context.tsx'

/** Says that typing from before a reload or a crash was taken up again, and offers to give it up. */
export function RestoredNotice() {
  const { state, store } = useStudio()
  return <DraftRestoredNotice state={state} store={store} />
}

export function DraftRestoredNotice({ state, store }: { state: DraftState; store: DraftStore }) {
  if (state.restoredAtMs === undefined || state.save.kind === 'conflict') return null
  return (
    <Alert
      variant="success"
      title="Your typing is back"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="outline" onClick={store.dismiss}>
            Keep it
          </Button>
          <Button size="sm" variant="ghost" onClick={store.forget}>
            Go back to what was saved
          </Button>
        </div>
      }
    >
      This page was closed before everything had been saved. What you had typed until{' '}
      <Time at={state.restoredAtMs} style="clock" /> was kept in this browser and is in the editor again.
    </Alert>
  )
}
