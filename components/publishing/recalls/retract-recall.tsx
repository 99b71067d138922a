'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { Retraction } from '#lib/publishing/recalls/recall-views.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ReasonButton } from '../../ui/dialogs/reason-button.tsx'
import { WithdrawProposal } from './withdraw-proposal.tsx'

type RetractRecallProps = {
  subject: string
  retraction: Retraction | null
  /** What a retraction does to the versions, in words. */
  restored: string
  propose: (reason: string) => Promise<ActionResult<void>>
  confirm: (proposedAtMs: number) => Promise<ActionResult<void>>
  withdraw: (proposedAtMs: number) => Promise<ActionResult<void>>
}

/** For a recall that was an error: proposes to take it back, or decides on that. */
export function RetractRecall(props: RetractRecallProps) {
  const { subject, retraction, restored, propose, confirm, withdraw } = props
  if (!retraction)
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-muted-foreground text-sm">
          If the recall was an error, two admins can take it back: one proposes it here, another one confirms.
        </p>
        <ReasonButton
          label="Retract the recall…"
          title={`Propose to retract the recall of ${subject}`}
          description={`For a recall that was an error. A second admin has to confirm it, who may be one of those who recalled it. ${restored} Everyone who was told of the recall is told. Money that was returned stays returned.`}
          field={{
            label: 'Reason',
            help: 'Sent to everyone who was told of the recall, and public.',
            isRequired: true,
          }}
          confirmLabel="Propose"
          onConfirm={propose}
          success="Another admin has to confirm the retraction."
        />
      </div>
    )
  const { reason, proposedBy, proposedAtMs, confirmedBy, confirmError, isDone } = retraction
  if (confirmedBy !== null)
    return (
      <p className="text-muted-foreground text-sm">
        The retraction was proposed by {proposedBy} and confirmed by {confirmedBy}.{' '}
        {isDone ? 'Everyone who was told of the recall has been told.' : 'Workers are telling everyone.'}
      </p>
    )
  return (
    <div className="grid gap-3">
      <Alert variant="info" title={`${proposedBy} proposes to retract this recall`}>
        <p className="whitespace-pre-line">{reason}</p>
        {confirmError && <p className="pt-2">{confirmError}</p>}
      </Alert>
      <div className="flex flex-wrap gap-2">
        {!confirmError && (
          <ConfirmDialog
            title={`Retract the recall of ${subject}?`}
            description={`${restored} Everyone who was told of the recall is told. Money that was returned stays returned.`}
            confirmLabel="Retract"
            onConfirm={() => confirm(proposedAtMs)}
            onDone={`The recall of ${subject} was retracted.`}
          >
            <Button>Confirm the retraction…</Button>
          </ConfirmDialog>
        )}
        <WithdrawProposal description="The recall stays." withdraw={() => withdraw(proposedAtMs)} />
      </div>
    </div>
  )
}
