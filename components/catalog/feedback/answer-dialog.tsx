'use client'

import { type FormEvent, useState, useTransition } from 'react'
import { MAX_RATING_CHARS } from '#lib/catalog/feedback/feedback-limits.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { TextareaField } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'

export type AnswerRatingProps = {
  by: string
  text: string
  answer: (text: string) => Promise<ActionResult<void>>
}

type AnswerDialogProps = AnswerRatingProps & { close: () => void }

export function AnswerDialog({ by, text, answer, close }: AnswerDialogProps) {
  const [refusal, setRefusal] = useState<PublicError>()
  const [isBusy, start] = useTransition()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('answer') ?? '')
    start(async () => {
      const result = await attemptAction(() => answer(typed))
      if (!result.ok) return setRefusal(result.error)
      toast.success(typed.trim() ? 'Answer published.' : 'Answer removed.')
      close()
    })
  }

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || close()}>
      <DialogContent title={`Answer ${by}`} description="Your answer is public, below the rating.">
        <form onSubmit={submit} className="grid gap-4">
          <TextareaField
            label="Answer"
            optional={text !== ''}
            help={text ? 'Leave it empty to remove the answer.' : undefined}
            name="answer"
            rows={4}
            maxLength={MAX_RATING_CHARS}
            defaultValue={text}
          />
          {refusal && <Alert variant="destructive">{refusal.details?.[0]?.message ?? refusal.message}</Alert>}
          <DialogFooter>
            <Button type="submit" pending={isBusy}>
              Publish answer
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
