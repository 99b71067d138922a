'use client'

import { Trash2 } from 'lucide-react'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { DeletedContents } from '#lib/runs/lifecycle/sweep-old-runs.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'

type DeleteSelectedProps = {
  ids: readonly string[]
  deleteContents: (ids: readonly string[]) => Promise<ActionResult<DeletedContents>>
  onDone: () => void
}

/** Deletes what the selected runs contain; their lines stay, because they are receipts. */
export function DeleteSelected({ ids, deleteContents, onDone }: DeleteSelectedProps) {
  function report({ deleted, refused }: DeletedContents) {
    if (deleted > 0) toast.success(`Input and output of ${plural(deleted, 'run')} deleted.`)
    const [first] = refused
    if (first)
      toast.error(`${plural(refused.length, 'run was', 'runs were')} not deleted: ${first.error.message}`)
    onDone()
  }
  if (ids.length === 0)
    return (
      <Button size="sm" variant="outline" disabled>
        <Trash2 aria-hidden /> Delete
      </Button>
    )
  return (
    <ConfirmDialog
      title={`Delete input and output of ${plural(ids.length, 'run')}?`}
      description={
        <p>
          Inputs, outputs and logs are deleted for good, also those of the skills that these runs called. The
          list still shows that the runs took place and what they cost.
        </p>
      }
      confirmLabel="Delete"
      onConfirm={() => deleteContents(ids)}
      onDone={report}
    >
      <Button size="sm" variant="outline">
        <Trash2 aria-hidden /> Delete
      </Button>
    </ConfirmDialog>
  )
}
