'use client'

import { useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { BehaviourReview } from '#lib/publishing/review/review-views.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, ReasonDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { AcknowledgeBehaviour, AcknowledgePackages } from '../submission/acknowledge.tsx'

type Outcome = 'upheld' | 'overturned' | 'moot'

type AppealDecisionProps = {
  subject: string
  /** What overturning does, in words. */
  effect: string
  /** Who reads the reason of overturning, if not the publisher alone. */
  reasonHelp?: string | undefined
  /** Whether the contested decision is in force; otherwise the appeal can only be closed. */
  isInForce: boolean
  /** New packages that the publisher did not name, to acknowledge before the version is published. */
  newPackages: string[]
  /** What the version was seen to do and the approved one was not. */
  newBehaviour: BehaviourReview['toAcknowledge']
  decide: (request: {
    outcome: Outcome
    reason: string
    acknowledgedPackages: string[]
    acknowledgedBehaviour: string[]
  }) => Promise<ActionResult<{ isWaiting: boolean }>>
}

type Choice = { title: (subject: string) => string; description: string; confirmLabel: string }

const CHOICES: Record<Outcome, Choice> = {
  upheld: {
    title: (subject) => `Uphold the decision on ${subject}?`,
    description: 'The decision stays, and the appeal is closed for good.',
    confirmLabel: 'Uphold',
  },
  overturned: {
    title: (subject) => `Overturn the decision on ${subject}?`,
    description: '',
    confirmLabel: 'Overturn',
  },
  moot: {
    title: (subject) => `Close the appeal on ${subject}?`,
    description: 'The decision that it contests is no longer in force, so there is nothing to decide.',
    confirmLabel: 'Close',
  },
}

function describeDone(outcome: Outcome, { isWaiting }: { isWaiting: boolean }): string {
  if (isWaiting) return 'You proposed to retract the recall. Another admin has to confirm it.'
  return outcome === 'moot' ? 'The appeal was closed.' : 'The appeal was decided.'
}

const REASON_HELP = 'Sent to the publisher and shown on this page.'

/** The outcomes of an appeal, for the admin who decides it. */
export function AppealDecision(props: AppealDecisionProps) {
  const { subject, effect, reasonHelp, isInForce, newPackages, newBehaviour, decide } = props
  const [outcome, setOutcome] = useState<Outcome>()
  const [hasSeenPackages, setSeenPackages] = useState(false)
  const [seen, setSeen] = useState<string[]>([])
  const isOverturned = outcome === 'overturned'
  return (
    <div className="flex flex-wrap gap-2">
      {isInForce ? (
        <>
          <Button variant="outline" onClick={() => setOutcome('upheld')}>
            Uphold the decision
          </Button>
          <Button onClick={() => setOutcome('overturned')}>Overturn the decision</Button>
        </>
      ) : (
        <Button variant="outline" onClick={() => setOutcome('moot')}>
          Close the appeal
        </Button>
      )}
      {outcome && (
        <ReasonDialog
          title={CHOICES[outcome].title(subject)}
          description={isOverturned ? effect : CHOICES[outcome].description}
          field={{
            label: 'Reason',
            help: isOverturned && reasonHelp ? reasonHelp : REASON_HELP,
            isRequired: true,
          }}
          confirmLabel={CHOICES[outcome].confirmLabel}
          onConfirm={async (reason) => {
            const decided = await decide({
              ...{ outcome, reason },
              acknowledgedPackages: hasSeenPackages ? newPackages : [],
              acknowledgedBehaviour: seen,
            })
            if (decided.ok) toast.success(describeDone(outcome, decided.data))
            return decided
          }}
          onDone={() => setOutcome(undefined)}
          onClose={() => setOutcome(undefined)}
        >
          {isOverturned && newPackages.length > 0 && (
            <AcknowledgePackages names={newPackages} isSeen={hasSeenPackages} onChange={setSeenPackages} />
          )}
          {isOverturned && newBehaviour.length > 0 && (
            <AcknowledgeBehaviour lines={newBehaviour} seen={seen} onChange={setSeen} />
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
