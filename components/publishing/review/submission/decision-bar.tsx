'use client'

import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { BehaviourReview } from '#lib/publishing/review/review-views.ts'
import { DisabledUntilHydrated } from '../../../browser/disabled-until-hydrated.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ReasonDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ReviewKey } from '../keys/review-key-map.ts'
import { POLICY_TEMPLATES } from '../policies/policy-templates.ts'
import { AcknowledgeBehaviour, AcknowledgePackages } from './acknowledge.tsx'

type DecisionKind = 'approve' | 'ask_changes' | 'reject'

type DecisionBarProps = {
  title: string
  decide: (kind: DecisionKind, reason: string, acknowledged: Acknowledged) => Promise<ActionResult<void>>
  disabledReason?: string
  /** How many findings this decision quotes; a rejection needs one. */
  findingCount: number
  /** New packages that the publisher did not name, to acknowledge with an approval. */
  newPackages: string[]
  /** What the approved version was never seen to do, to acknowledge line by line. */
  newBehaviour: BehaviourReview['toAcknowledge']
}

type Acknowledged = { acknowledgedPackages: string[]; acknowledgedBehaviour: string[] }

type DecisionChoice = {
  kind: DecisionKind
  key: ReviewKey
  label: string
  dialogTitle: (title: string) => string
  description: string
  reasonLabel: string
  isReasonRequired: boolean
  toastText: (title: string) => string
}

const CHOICES: DecisionChoice[] = [
  {
    kind: 'reject',
    key: 'x',
    label: 'Reject',
    dialogTitle: (title) => `Reject ${title}?`,
    description: 'The submission leaves the queue, and this version number cannot be submitted again.',
    reasonLabel: 'Reason',
    isReasonRequired: true,
    toastText: (title) => `${title} was rejected.`,
  },
  {
    kind: 'ask_changes',
    key: 'r',
    label: 'Request changes',
    dialogTitle: (title) => `Request changes to ${title}?`,
    description:
      'The submission leaves the queue. The publisher can edit the draft and resubmit the same version number.',
    reasonLabel: 'Requested changes',
    isReasonRequired: true,
    toastText: (title) => `Changes were requested for ${title}.`,
  },
  {
    kind: 'approve',
    key: 'a',
    label: 'Approve',
    dialogTitle: (title) => `Publish ${title}?`,
    description:
      'The version appears in the catalogue immediately, and everyone can run it. You can take it down later, but you cannot edit it.',
    reasonLabel: 'Note to the publisher',
    isReasonRequired: false,
    toastText: (title) => `${title} was published.`,
  },
]

export function DecisionBar(props: DecisionBarProps) {
  const { title, decide, disabledReason, findingCount, newPackages, newBehaviour } = props
  const router = useRouter()
  const [isAcknowledged, setAcknowledged] = useState(false)
  const [seen, setSeen] = useState<string[]>([])
  const [chosen, setChosen] = useState<DecisionChoice>()
  const hintId = useId()
  const isUnfounded = chosen?.kind === 'reject' && findingCount === 0
  return (
    <section
      aria-label="Decision"
      data-sticky="bottom"
      className="sticky bottom-0 z-20 -mx-4 mt-10 flex flex-wrap items-center justify-end gap-2 border-border border-t bg-background/95 px-4 py-3 backdrop-blur-sm sm:-mx-6 sm:px-6"
    >
      {disabledReason && (
        <p id={hintId} className="mr-auto text-muted-foreground text-sm">
          {disabledReason}
        </p>
      )}
      <DisabledUntilHydrated className="flex flex-wrap justify-end gap-2">
        {CHOICES.map((choice) => (
          <Button
            key={choice.kind}
            variant={choice.kind === 'approve' ? 'primary' : 'outline'}
            className="max-sm:px-3"
            data-review-key={choice.key}
            aria-disabled={disabledReason ? true : undefined}
            aria-describedby={disabledReason && hintId}
            onClick={() => disabledReason || setChosen(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </DisabledUntilHydrated>
      {chosen && (
        <ReasonDialog
          title={chosen.dialogTitle(title)}
          description={chosen.description}
          field={{
            label: chosen.reasonLabel,
            help: 'Sent to the publisher and shown on this page.',
            isRequired: chosen.isReasonRequired,
          }}
          templates={chosen.kind === 'approve' ? [] : POLICY_TEMPLATES}
          confirmLabel={chosen.label}
          isConfirmDisabled={isUnfounded}
          destructive={chosen.kind === 'reject'}
          onConfirm={(reason) =>
            decide(chosen.kind, reason, {
              acknowledgedPackages: isAcknowledged ? newPackages : [],
              acknowledgedBehaviour: seen,
            })
          }
          onDone={() => {
            // At the top, because the link to the next submission appears at the bottom.
            toast.success(chosen.toastText(title), { position: 'top-right' })
            setChosen(undefined)
          }}
          onClose={(refusal) => {
            setChosen(undefined)
            // Another admin decided first: the page then shows that decision.
            if (refusal?.code === 'CONFLICT') router.refresh()
          }}
        >
          {isUnfounded && (
            <Alert variant="warning" title="No finding is quoted yet">
              A rejection quotes at least one. Close this dialog, and quote a finding of the site or add your
              own under Findings.
            </Alert>
          )}
          {chosen.kind === 'approve' && newPackages.length > 0 && (
            <AcknowledgePackages names={newPackages} isSeen={isAcknowledged} onChange={setAcknowledged} />
          )}
          {chosen.kind === 'approve' && newBehaviour.length > 0 && (
            <AcknowledgeBehaviour lines={newBehaviour} seen={seen} onChange={setSeen} />
          )}
        </ReasonDialog>
      )}
    </section>
  )
}
