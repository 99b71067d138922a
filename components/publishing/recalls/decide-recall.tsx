'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { WithdrawProposal } from './withdraw-proposal.tsx'

type DecideRecallProps = {
  subject: string
  confirmError?: string
  confirm: () => Promise<ActionResult<void>>
  withdraw: () => Promise<ActionResult<void>>
}

/** The buttons of a proposal. Whoever made it sees why a second admin is needed. */
export function DecideRecall({ subject, confirmError, confirm, withdraw }: DecideRecallProps) {
  return (
    <div className="grid gap-3">
      {confirmError && (
        <Alert variant="warning" title="A second admin has to confirm">
          {confirmError}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {!confirmError && (
          <ConfirmDialog
            title={`Recall ${subject}?`}
            description="It does not run again, and everyone who used it is told. Only two admins together can retract that."
            confirmLabel="Recall"
            onConfirm={confirm}
            onDone={`${subject} was recalled.`}
          >
            <Button variant="destructive">Confirm the recall…</Button>
          </ConfirmDialog>
        )}
        <WithdrawProposal
          description="Nothing is recalled. A quarantine stays until you lift it or its time is over."
          withdraw={withdraw}
        />
      </div>
    </div>
  )
}
