'use client'

import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DisabledUntilHydrated } from '../../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../../ui/button.tsx'
import { ReasonDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ReviewKey } from '../keys/review-key-map.ts'

type DecisionInput = 'approve' | 'ask_changes' | 'reject'

type DecisionBarProps = {
  title: string
  decide: (verdict: DecisionInput, reason: string) => Promise<ActionResult<void>>
  disabledReason?: string
}

type Answer = {
  verdict: DecisionInput
  key: ReviewKey
  label: string
  question: (title: string) => string
  consequence: string
  field: string
  isReasonRequired: boolean
  done: (title: string) => string
}

const ANSWERS: Answer[] = [
  {
    verdict: 'reject',
    key: 'x',
    label: 'Reject',
    question: (title) => `Reject ${title}?`,
    consequence: 'It leaves the queue, and this version number cannot be submitted again.',
    field: 'Reason',
    isReasonRequired: true,
    done: (title) => `${title} was rejected.`,
  },
  {
    verdict: 'ask_changes',
    key: 'r',
    label: 'Request changes',
    question: (title) => `Request changes to ${title}?`,
    consequence: 'It leaves the queue. The publisher can edit it and resubmit the same version number.',
    field: 'Requested changes',
    isReasonRequired: true,
    done: (title) => `Changes were requested for ${title}.`,
  },
  {
    verdict: 'approve',
    key: 'a',
    label: 'Approve',
    question: (title) => `Publish ${title}?`,
    consequence:
      'It appears in the catalogue immediately and everyone can run it. You can take it down later, but it cannot be edited.',
    field: 'Note to the publisher',
    isReasonRequired: false,
    done: (title) => `${title} was published.`,
  },
]

export function DecisionBar({ title, decide, disabledReason }: DecisionBarProps) {
  const router = useRouter()
  const [asked, setAsked] = useState<Answer>()
  const hintId = useId()
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
        {ANSWERS.map((answer) => (
          <Button
            key={answer.verdict}
            variant={answer.verdict === 'approve' ? 'primary' : 'outline'}
            className="max-sm:px-3"
            data-review-key={answer.key}
            aria-disabled={disabledReason ? true : undefined}
            aria-describedby={disabledReason && hintId}
            onClick={() => disabledReason || setAsked(answer)}
          >
            {answer.label}
          </Button>
        ))}
      </DisabledUntilHydrated>
      {asked && (
        <ReasonDialog
          title={asked.question(title)}
          consequence={asked.consequence}
          field={{
            label: asked.field,
            help: 'Sent to the publisher and shown on this page.',
            isRequired: asked.isReasonRequired,
          }}
          verb={asked.label}
          isDestructive={asked.verdict === 'reject'}
          act={(reason) => decide(asked.verdict, reason)}
          onDone={() => {
            toast.success(asked.done(title))
            setAsked(undefined)
          }}
          onLeave={(refusal) => {
            setAsked(undefined)
            // Another admin decided first.
            if (refusal?.code === 'CONFLICT') router.refresh()
          }}
        />
      )}
    </section>
  )
}
