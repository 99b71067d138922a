'use client'

/**
 * A dialog that says what will happen, takes a few words, and acts.
 *
 * Words that are missing are said at their field; any other refusal stands above the buttons and stays until
 * it was read.
 */
import { type ReactNode, useState, useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Textarea } from '../ui/textarea.tsx'

export type ReasonDialogProps = {
  title: string
  /** What will happen, before it does. */
  consequence: ReactNode
  field: { label: string; help: string; isRequired: boolean }
  /** More to choose, between the words and the buttons. */
  children?: ReactNode
  verb: string
  isDestructive?: boolean
  act: (words: string) => Promise<ActionResult<unknown>>
  /** After it worked. */
  onDone: () => void
  /** Closed without having worked; with the refusal, if there was one. */
  onLeave: (refusal?: PublicError) => void
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, consequence, field, children, verb, isDestructive, act, onDone, onLeave } = props
  const [words, setWords] = useState('')
  const [refusal, setRefusal] = useState<PublicError>()
  const [isSending, startSending] = useTransition()
  const isOfWords = refusal?.code === 'INVALID_INPUT'

  function send() {
    startSending(async () => {
      const result = await act(words)
      if (result.ok) onDone()
      else setRefusal(result.error)
    })
  }

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || isSending || onLeave(refusal)}>
      <DialogContent title={title} description={consequence}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isSending) send()
          }}
        >
          <Field
            label={field.label}
            help={field.help}
            required={field.isRequired}
            optional={!field.isRequired}
            errors={isOfWords ? [refusal.message] : []}
          >
            {(wired) => (
              <Textarea
                {...wired}
                value={words}
                onChange={(event) => setWords(event.target.value)}
                rows={4}
              />
            )}
          </Field>
          {children}
          {refusal && !isOfWords && <Alert variant="destructive">{refusal.message}</Alert>}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" variant={isDestructive ? 'destructive' : 'primary'} pending={isSending}>
              {verb}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
