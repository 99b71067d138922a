'use client'

import { writeDocument } from '#lib/contract/document/read-document.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialog.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Time } from '../ui/time.tsx'
import type { DraftState } from './draft-state.ts'
import type { DraftStore } from './draft-store.ts'
import { useStudio } from './studio-context.tsx'

/** Two people wrote at once: shows both, and saves nothing before somebody has chosen. */
export function ConflictNotice() {
  const { state, store } = useStudio()
  return (
    <DraftConflictNotice
      state={state}
      store={store}
      noun="draft"
      fileName={`${state.slug}.mine.skillset.json`}
    />
  )
}

type NoticeProps = {
  state: DraftState
  store: DraftStore
  /** What was being written. */
  noun: string
  /** Of one's own version, when it is downloaded first. */
  fileName: string
}

export function DraftConflictNotice({ state, store, noun, fileName }: NoticeProps) {
  if (state.save.kind !== 'conflict') return null
  const { theirs } = state.save
  const mine = writeDocument(state.document)

  return (
    <Alert
      variant="warning"
      title={`${theirs.savedBy} saved this ${noun} while you were writing`}
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
              description="Red is only in theirs, green only in yours."
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
            Take theirs
          </Button>
          <Button size="sm" variant="ghost" onClick={() => saveFile(fileName, mine)}>
            Download mine first
          </Button>
        </div>
      }
    >
      Theirs is from <Time at={theirs.savedAtMs} style="clock" />. Nothing is lost: yours is in this browser.
      Choose which of the two goes on; until then nothing more is saved.
    </Alert>
  )
}
