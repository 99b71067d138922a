'use client'

/**
 * The admin's three answers, at hand wherever the page is scrolled to. Each says what will happen before it does.
 */
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Button } from '../ui/button.tsx'
import { UntilListening } from '../ui/until-listening.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

export type Verdict = 'approve' | 'ask_changes' | 'reject'

type DecisionBarProps = {
  /** "Text tools 1.2.0" */
  title: string
  decide: (verdict: Verdict, reason: string) => Promise<ActionResult<void>>
  /** Why this admin cannot decide; the buttons then say so. */
  whyNot?: string
}

type Answer = {
  verdict: Verdict
  label: string
  question: (title: string) => string
  consequence: string
  field: string
  isReasonRequired: boolean
  /** What the toast says. */
  done: (title: string) => string
}

// From the gravest to the one at the right end, where a hand expects it.
const ANSWERS: Answer[] = [
  {
    verdict: 'reject',
    label: 'Reject',
    question: (title) => `Reject ${title}?`,
    consequence: 'It leaves the queue for good, and this version number can never be submitted again.',
    field: 'Reason',
    isReasonRequired: true,
    done: (title) => `${title} is rejected.`,
  },
  {
    verdict: 'ask_changes',
    label: 'Ask for changes',
    question: (title) => `Send ${title} back?`,
    consequence: 'It leaves the queue. The publisher can change it and submit the same number again.',
    field: 'What to change',
    isReasonRequired: true,
    done: (title) => `${title} went back to its publisher.`,
  },
  {
    verdict: 'approve',
    label: 'Approve',
    question: (title) => `Publish ${title}?`,
    consequence:
      'It appears in the catalogue at once and everyone can run it. It can be taken down later, but never edited.',
    field: 'Note to the publisher',
    isReasonRequired: false,
    done: (title) => `${title} is published.`,
  },
]

export function DecisionBar({ title, decide, whyNot }: DecisionBarProps) {
  const router = useRouter()
  const [asked, setAsked] = useState<Answer>()
  const hintId = useId()
  return (
    <section
      aria-label="Decision"
      className="sticky bottom-0 z-20 -mx-4 mt-10 flex flex-wrap items-center justify-end gap-2 border-border border-t bg-background/95 px-4 py-3 backdrop-blur-sm sm:-mx-6 sm:px-6"
    >
      {whyNot && (
        <p id={hintId} className="mr-auto text-muted-foreground text-sm">
          {whyNot}
        </p>
      )}
      <UntilListening className="flex flex-wrap justify-end gap-2">
        {ANSWERS.map((answer) => (
          <Button
            key={answer.verdict}
            variant={answer.verdict === 'approve' ? 'primary' : 'outline'}
            className="max-sm:px-3"
            aria-disabled={whyNot ? true : undefined}
            aria-describedby={whyNot && hintId}
            onClick={() => whyNot || setAsked(answer)}
          >
            {answer.label}
          </Button>
        ))}
      </UntilListening>
      {asked && (
        <ReasonDialog
          title={asked.question(title)}
          consequence={asked.consequence}
          field={{
            label: asked.field,
            help: 'The publisher sees it in the notice and on this page.',
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
            // Somebody decided meanwhile: having read so, the admin sees the page as it is now.
            if (refusal?.code === 'CONFLICT') router.refresh()
          }}
        />
      )}
    </section>
  )
}
