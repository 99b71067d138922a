'use client'

import { Star } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { MAX_RATING_CHARS } from '#lib/catalog/feedback/feedback-limits.ts'
import type { RatingView } from '#lib/catalog/feedback/ratings.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { TextareaField } from '../../ui/forms/field.tsx'
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

const MEANINGS = ['Does not work', 'Hardly works', 'Works partly', 'Works', 'Works well'] as const

export function RateDialog({ name, own, actions, close }: RateDialogProps) {
  const [refusal, setRefusal] = useState<PublicError>()
  const [isMissing, setMissing] = useState(false)
  const [isBusy, start] = useAction(setRefusal)

  const send = (action: () => Promise<ActionResult<void>>, successMessage: string) =>
    start(action, () => {
      toast.success(successMessage)
      close()
    })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const points = Number(form.get('points'))
    if (points === 0) return setMissing(true)
    const rating = { points, comment: String(form.get('comment') ?? '') }
    send(() => actions.rate(rating), 'Rating published.')
  }

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || close()}>
      <DialogContent
        title={`Rate ${name}`}
        description="Your rating is public and shows your name and the version you last ran."
      >
        <form onSubmit={submit} className="grid gap-4">
          <RatingFields own={own} isMissing={isMissing} onChoose={() => setMissing(false)} />
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

type RatingFieldsProps = Pick<RateDialogProps, 'own'> & { isMissing: boolean; onChoose: () => void }

function RatingFields({ own, isMissing, onChoose }: RatingFieldsProps) {
  return (
    <>
      <StarChoice initial={own?.points} isMissing={isMissing} onChoose={onChoose} />
      <TextareaField
        label="Comment"
        optional
        name="comment"
        rows={3}
        maxLength={MAX_RATING_CHARS}
        defaultValue={own?.comment}
      />
    </>
  )
}

type StarChoiceProps = { initial: number | undefined; isMissing: boolean; onChoose: () => void }

/** Five radio buttons that look like stars. None is chosen at first, so that nobody rates by pressing Rate. */
function StarChoice({ initial, isMissing, onChoose }: StarChoiceProps) {
  const [points, setPoints] = useState(initial)
  const id = useId()
  return (
    <fieldset className="grid gap-1.5" aria-describedby={isMissing ? `${id}-error` : undefined}>
      <legend className="font-medium text-sm">Rating</legend>
      <div className="flex items-center gap-1">
        {MEANINGS.map((meaning, index) => {
          const star = index + 1
          return (
            <label
              key={meaning}
              title={meaning}
              className="grid size-10 cursor-pointer place-items-center rounded-md outline-offset-2 hover:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name="points"
                value={star}
                defaultChecked={star === initial}
                aria-label={`${plural(star, 'star')}: ${meaning}`}
                className="sr-only"
                onChange={() => {
                  setPoints(star)
                  onChoose()
                }}
              />
              <Star
                aria-hidden
                className={cn(
                  'size-6',
                  points !== undefined && star <= points ? 'fill-current text-warning' : 'text-input',
                )}
              />
            </label>
          )
        })}
        <span aria-hidden className="ml-2 text-muted-foreground text-sm">
          {points !== undefined && MEANINGS[points - 1]}
        </span>
      </div>
      {isMissing && (
        <p id={`${id}-error`} role="alert" className="text-destructive text-sm">
          Choose one to five stars.
        </p>
      )}
    </fieldset>
  )
}
