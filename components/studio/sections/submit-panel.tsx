'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { toast } from 'sonner'
import type { PublicError } from '#lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { textAt } from '../edit-document.ts'
import { useStudio } from '../studio-context.tsx'
import { go } from '../use-place.ts'

/** Hands the draft in: to the admins, or, when it is private, straight to one's own organisation. */
export function SubmitPanel({ isGreen, isChecked }: { isGreen: boolean; isChecked: boolean }) {
  const { state, store, actions } = useStudio()
  const router = useRouter()
  const [note, setNote] = useState('')
  const [error, setError] = useState<PublicError>()
  const [isPending, start] = useTransition()
  const isPrivate = textAt(state.document, '/visibility') === 'PRIVATE'
  const number = textAt(state.document, '/version')
  const whyNot = whyNotSubmit({ isGreen, isChecked })

  function submit() {
    start(async () => {
      setError(undefined)
      await store.flush()
      const answer = await actions.submit(note, store.get().revision)
      if (!answer.ok) return setError(answer.error)
      setNote('')
      toast.success(isPrivate ? `${number} is published for your organisation.` : `${number} is in review.`)
      router.refresh()
      go({ section: 'checklist' })
    })
  }

  return (
    <div className="grid gap-4">
      {!isPrivate && (
        <Field
          label="Note to the reviewers"
          optional
          help="What is new, what to look at. The draft is submitted as it is now; you can keep editing meanwhile."
        >
          {(wired) => (
            <Textarea {...wired} rows={3} value={note} onChange={({ target }) => setNote(target.value)} />
          )}
        </Field>
      )}
      {isPrivate && (
        <p className="text-muted-foreground text-sm">
          A private SkillSet is published at once, for your organisation only. Nobody else can see or run it.
        </p>
      )}
      {error && <Alert variant="destructive">{error.message}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={isPending} disabled={whyNot !== undefined} onClick={submit}>
          {isPrivate ? `Publish ${number} privately` : `Submit ${number} for review`}
        </Button>
        {whyNot && <p className="text-muted-foreground text-sm">{whyNot}</p>}
      </div>
    </div>
  )
}

function whyNotSubmit({ isGreen, isChecked }: { isGreen: boolean; isChecked: boolean }) {
  if (!isChecked) return 'Checking…'
  return isGreen ? undefined : 'Fix the red lines, then check again.'
}
