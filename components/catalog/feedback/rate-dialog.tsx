'use client'

import { type FormEvent, useState } from 'react'
import { MAX_RATING_CHARS } from '#lib/catalog/feedback/feedback-limits.ts'
import type { RatingView } from '#lib/catalog/feedback/ratings.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field, SelectField } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'

export type FeedbackActions = {
  setStar: (isStarred: boolean) => Promise<ActionResult<void>>
  rate: (rating: { points: number; comment: string }) => Promise<ActionResult<void>>
  removeRating: () => Promise<ActionResult<void>>
  report: (report: { reason: string; message: string }) => Promise<ActionResult<void>>
}

type RateDialogProps = {
  name: string
  own: RatingView | null
  actions: Pick<FeedbackActions, 'rate' | 'removeRating'>
  close: () => void
}

const CHOICES = [
  [5, '5 – Works well'],
  [4, '4'],
  [3, '3 – Works partly'],
  [2, '2'],
  [1, '1 – Does not work'],
] as const

export function RateDialog({ name, own, actions, close }: RateDialogProps) {
  const [refusal, setRefusal] = useState<PublicError>()
  const [isBusy, start] = useAction(setRefusal)

  const send = (action: () => Promise<ActionResult<void>>, successMessage: string) =>
    start(action, () => {
      toast.success(successMessage)
      close()
    })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const rating = { points: Number(form.get('points')), comment: String(form.get('comment') ?? '') }
    send(() => actions.rate(rating), 'Rating published.')
  }

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || close()}>
      <DialogContent
        title={`Rate ${name}`}
        description="Your rating is public and shows your name and the version you last ran."
      >
        <form onSubmit={submit} className="grid gap-4">
          <RatingFields own={own} />
          {refusal && <Alert variant="destructive">{refusal.details?.[0]?.message ?? refusal.message}</Alert>}
          <DialogFooter>
            {own && (
              <Button
                type="button"
                variant="outline"
                pending={isBusy}
                onClick={() => send(actions.removeRating, 'Rating deleted.')}
              >
                Delete rating
              </Button>
            )}
            <Button type="submit" pending={isBusy}>
              Rate
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function RatingFields({ own }: Pick<RateDialogProps, 'own'>) {
  return (
    <>
      <SelectField label="Rating" name="points" defaultValue={own?.points ?? 5} options={CHOICES} />
      <Field label="Comment" optional>
        {(controlProps) => (
          <Textarea
            {...controlProps}
            name="comment"
            rows={3}
            maxLength={MAX_RATING_CHARS}
            defaultValue={own?.comment}
          />
        )}
      </Field>
    </>
  )
}
