'use client'

/** One's own rating: points, and a few words if one likes; later it can be changed or taken back. */
import { type FormEvent, useState, useTransition } from 'react'
import { toast } from 'sonner'
import { RATING_WORDS_MAX } from '#lib/contract/market/rating-limits.ts'
import type { PublicError } from '#lib/errors.ts'
import type { RatingView } from '#lib/feedback/get-feedback.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Textarea } from '../ui/textarea.tsx'
import type { FeedbackActions } from './feedback-actions.ts'

type RateDialogProps = {
  name: string
  own: RatingView | null
  actions: Pick<FeedbackActions, 'rate' | 'takeRatingBack'>
}

const CHOICES = [
  [5, '5 – does it well'],
  [4, '4'],
  [3, '3 – does it somehow'],
  [2, '2'],
  [1, '1 – does not do it'],
] as const

export function RateDialog({ name, own, actions }: RateDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<PublicError>()
  const [isBusy, start] = useTransition()

  const send = (act: () => Promise<ActionResult<void>>, said: string) =>
    start(async () => {
      const result = await act()
      if (!result.ok) return setRefusal(result.error)
      toast.success(said)
      setOpen(false)
    })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const rating = { points: Number(form.get('points')), words: String(form.get('words') ?? '') }
    send(() => actions.rate(rating), 'Your rating is there for everyone to read.')
  }

  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="outline" size="sm" onClick={() => setRefusal(undefined)}>
          {own ? `Your rating: ${own.points}…` : 'Rate…'}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Rate ${name}`}
        description="Everyone can read it, with your name and the version you ran last."
      >
        <form onSubmit={submit} className="grid gap-4">
          <Field label="Points">
            {(wired) => (
              <Select {...wired} name="points" defaultValue={own?.points ?? 5}>
                {CHOICES.map(([points, label]) => (
                  <option key={points} value={points}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Words" optional>
            {(wired) => (
              <Textarea
                {...wired}
                name="words"
                rows={3}
                maxLength={RATING_WORDS_MAX}
                defaultValue={own?.words}
              />
            )}
          </Field>
          {refusal && <Alert variant="destructive">{refusal.details?.[0]?.message ?? refusal.message}</Alert>}
          <DialogFooter>
            {own && (
              <Button
                type="button"
                variant="outline"
                pending={isBusy}
                onClick={() => send(actions.takeRatingBack, 'Your rating is gone.')}
              >
                Take it back
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
