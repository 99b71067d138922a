'use client'

import { writeDocument } from '#lib/contracts/document/read-document.ts'
import { saveFile } from '../browser/save-file.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { Time } from '../ui/time.tsx'
import type { DraftState } from './draft-state.ts'
import type { DraftStore } from './draft-store.ts'

type NoticeProps = {
  state: DraftState
  store: DraftStore
  noun: string
  fileName: string
}

/** Shows both versions after a concurrent save. Saving is paused until the user chooses one of them. */
export function DraftConflictNotice({ state, store, noun, fileName }: NoticeProps) {
  if (state.save.kind !== 'conflict') return null
  const { theirs } = state.save
  const mine = writeDocument(state.document)

  return (
    <Alert
      variant="warning"
      title={`${theirs.savedBy} saved this ${noun} while you were editing it`}
      action={
        <div className="flex flex-wrap gap-2">
          <Dialog>
            <DialogTrigger asChild>
              <Button size="sm" variant="outline">
                Compare
              </Button>
            </DialogTrigger>
            <DialogContent
              title="Theirs and yours"
              description="Red text is only in their version, green text only in yours."
              className="max-w-4xl"
            >
              <CodeDiff
                before={writeDocument(theirs.document)}
                after={mine}
                language="json"
                label="Theirs and yours"
              />
            </DialogContent>
          </Dialog>
          <Button size="sm" onClick={store.keepMine}>
            Keep mine
          </Button>
          <Button size="sm" variant="outline" onClick={store.takeTheirs}>
            Use theirs
          </Button>
          <Button size="sm" variant="ghost" onClick={() => saveFile(fileName, mine)}>
            Download mine first
          </Button>
        </div>
      }
    >
      Their version is from <Time at={theirs.savedAtMs} style="clock" />. Yours is stored in this browser.
      Choose which version to keep. Saving is paused until you do.
    </Alert>
  )
}

export function DraftRestoredNotice({ state, store }: { state: DraftState; store: DraftStore }) {
  if (state.restoredAtMs === undefined || state.save.kind === 'conflict') return null
  return (
    <Alert
      variant="success"
      title="Your unsaved changes were restored"
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
      This page was closed before all changes were saved. Your changes from{' '}
      <Time at={state.restoredAtMs} style="clock" /> were restored from this browser.
    </Alert>
  )
}
