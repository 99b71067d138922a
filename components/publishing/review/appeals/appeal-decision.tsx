'use client'

import { useId, useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, ReasonDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { toast } from '../../../ui/toast.ts'

type Outcome = 'upheld' | 'overturned'

type AppealDecisionProps = {
  subject: string
  /** What overturning does, in words. */
  effect: string
  /** New packages that the publisher did not name, to acknowledge before the version is published. */
  newPackages: string[]
  /** What the version was seen to do and the approved one was not. */
  newBehaviour: { key: string; sentence: string }[]
  decide: (request: {
    outcome: Outcome
    reason: string
    acknowledgedPackages: string[]
    acknowledgedBehaviour: string[]
  }) => Promise<ActionResult<void>>
}

/** The two outcomes of an appeal, for the admin who decides it. */
export function AppealDecision(props: AppealDecisionProps) {
  const { subject, effect, newPackages, newBehaviour, decide } = props
  const [outcome, setOutcome] = useState<Outcome>()
  const [isAcknowledged, setAcknowledged] = useState(false)
  const acknowledgeId = useId()
  const isOverturned = outcome === 'overturned'
  const news = [
    ...newBehaviour.map(({ sentence }) => sentence),
    ...(newPackages.length > 0
      ? [`Packages that the publisher did not name: ${newPackages.join(', ')}.`]
      : []),
  ]
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => setOutcome('upheld')}>
        Uphold the decision
      </Button>
      <Button onClick={() => setOutcome('overturned')}>Overturn the decision</Button>
      {outcome && (
        <ReasonDialog
          title={isOverturned ? `Overturn the decision on ${subject}?` : `Uphold the decision on ${subject}?`}
          description={isOverturned ? effect : 'The decision stays, and the appeal is closed for good.'}
          field={{ label: 'Reason', help: 'Sent to the publisher and shown on this page.', isRequired: true }}
          confirmLabel={isOverturned ? 'Overturn' : 'Uphold'}
          onConfirm={(reason) =>
            decide({
              ...{ outcome, reason },
              acknowledgedPackages: isAcknowledged ? newPackages : [],
              acknowledgedBehaviour: isAcknowledged ? newBehaviour.map(({ key }) => key) : [],
            })
          }
          onDone={() => {
            toast.success('The appeal was decided.')
            setOutcome(undefined)
          }}
          onClose={() => setOutcome(undefined)}
        >
          {isOverturned && news.length > 0 && (
            <div className="flex items-start gap-2.5 text-sm">
              <Checkbox id={acknowledgeId} checked={isAcknowledged} onCheckedChange={setAcknowledged} />
              <label htmlFor={acknowledgeId}>
                I have looked at what is new in this version: {news.join(' ')}
              </label>
            </div>
          )}
        </ReasonDialog>
      )}
    </div>
  )
}

export function WithdrawAppeal({ withdraw }: { withdraw: () => Promise<ActionResult<void>> }) {
  return (
    <ConfirmDialog
      title="Withdraw this appeal?"
      description="The decision stays. There is no second appeal against it."
      confirmLabel="Withdraw"
      onConfirm={withdraw}
      onDone="The appeal was withdrawn."
    >
      <Button variant="outline">Withdraw the appeal</Button>
    </ConfirmDialog>
  )
}
