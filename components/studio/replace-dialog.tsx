'use client'

import { toast } from 'sonner'
import { writeDocument } from '#lib/contract/document/read-document.ts'
import type { Json } from '#lib/contract/json/json.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../ui/dialog.tsx'
import { IssueList } from './issue-list.tsx'
import { replacedParts } from './replaced-parts.ts'
import { useStudio } from './studio-context.tsx'

/** A document that may take the place of the draft, or why it cannot. */
export type Incoming = { from: string; answer: ActionResult<{ text: string }> }

type ReplaceDialogProps = { incoming: Incoming | undefined; onClose: () => void }

/** Shows what would be replaced before anything is, and offers the way back after. */
export function ReplaceDialog({ incoming, onClose }: ReplaceDialogProps) {
  const { state, edit } = useStudio()
  if (!incoming) return null
  const { from, answer } = incoming
  if (!answer.ok) {
    return (
      <Dialog open onOpenChange={onClose}>
        <DialogContent title={`${from} cannot be used`} description="Nothing was changed.">
          <IssueList error={answer.error} />
        </DialogContent>
      </Dialog>
    )
  }

  const before = state.document
  const after = JSON.parse(answer.data.text) as Json
  const parts = replacedParts(before, after)
  function replace() {
    edit(() => after)
    onClose()
    toast.success(`The draft is now what ${from} says.`, {
      action: { label: 'Undo', onClick: () => edit(() => before) },
      duration: 20_000,
    })
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Replace the draft with ${from}?`}
        description={parts.length === 0 ? 'It says the same as the draft.' : 'This is what changes:'}
        className="max-w-3xl"
      >
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        <details>
          <summary className="text-sm">Line by line</summary>
          <CodeDiff
            before={writeDocument(before)}
            after={writeDocument(after)}
            language="json"
            label={`The draft and ${from}`}
            className="pt-3"
          />
        </details>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={parts.length === 0} onClick={replace}>
            Replace the draft
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
