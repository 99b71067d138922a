'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

type WithdrawProposalProps = {
  /** What holds after it was withdrawn, as sentences. */
  description: string
  withdraw: () => Promise<ActionResult<void>>
}

/** Takes back what one admin proposed and a second one has to confirm: a recall, or its retraction. */
export function WithdrawProposal({ description, withdraw }: WithdrawProposalProps) {
  return (
    <ConfirmDialog
      title="Withdraw this proposal?"
      description={description}
      confirmLabel="Withdraw"
      onConfirm={withdraw}
      onDone="The proposal was withdrawn."
    >
      <Button variant="outline">Withdraw…</Button>
    </ConfirmDialog>
  )
}
