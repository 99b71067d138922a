/** `what` will be lost. Open until `onConfirm` resolves without an error. */
'use client'

import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useState, useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { RefusalAlert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { Field } from '../forms/field.tsx'
import { Textarea } from '../forms/input.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter, overlayClasses, sheetClasses } from './dialog.tsx'

type ConfirmProps = {
  title: string
  what: ReactNode
  verb: string
  /** Undefined on success. */
  onConfirm: () => Promise<string | PublicError | undefined> | Promise<void>
  destructive?: boolean
  children?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function ConfirmDialog(props: ConfirmProps) {
  const { title, what, verb, onConfirm, destructive = true, children } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const [failure, setFailure] = useState<string | PublicError>()
  const [pending, start] = useTransition()
  const open = props.open ?? ownOpen
  const setOpen = (next: boolean) => {
    if (pending) return
    setFailure(undefined)
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }

  function confirm() {
    start(async () => {
      const refusal = await onConfirm()
      if (refusal !== undefined) return setFailure(refusal)
      setOwnOpen(false)
      props.onOpenChange?.(false)
    })
  }

  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      {children && <Radix.Trigger asChild>{children}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content className={sheetClasses}>
          <div className="grid gap-2">
            <Radix.Title className="font-semibold text-lg tracking-tight">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="text-muted-foreground text-sm">{what}</div>
            </Radix.Description>
          </div>
          {failure && !pending && (
            <RefusalAlert error={typeof failure === 'string' ? { message: failure } : failure} />
          )}
          <div className="flex flex-wrap justify-end gap-2 pt-2">
            <Radix.Cancel asChild>
              <Button variant="outline" disabled={pending}>
                Cancel
              </Button>
            </Radix.Cancel>
            <Button variant={destructive ? 'destructive' : 'primary'} pending={pending} onClick={confirm}>
              {verb}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A missing reason is reported at its field. */
type ReasonDialogProps = {
  title: string
  consequence: ReactNode
  field: { label: string; help: string; isRequired: boolean }
  children?: ReactNode
  verb: string
  isDestructive?: boolean
  act: (reason: string) => Promise<ActionResult<unknown>>
  onDone: () => void
  onLeave: (refusal?: PublicError) => void
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, consequence, field, children, verb, isDestructive, act, onDone, onLeave } = props
  const [reason, setText] = useState('')
  const [refusal, setRefusal] = useState<PublicError>()
  const [isSending, startSending] = useTransition()
  const isReasonInvalid = refusal?.code === 'INVALID_INPUT'

  function send() {
    startSending(async () => {
      const result = await act(reason)
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
            errors={isReasonInvalid ? [refusal.message] : []}
          >
            {(wired) => (
              <Textarea
                {...wired}
                value={reason}
                onChange={(event) => setText(event.target.value)}
                rows={4}
              />
            )}
          </Field>
          {children}
          {refusal && !isReasonInvalid && <RefusalAlert error={refusal} />}
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
