/** Asks for confirmation of an action. The dialog stays open until the action succeeds, and shows a refusal. */
'use client'

import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useState, useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { RefusalAlert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { cn } from '../cn.ts'
import { Field, SelectField } from '../forms/field.tsx'
import { Textarea } from '../forms/input.tsx'
import { attemptAction, finishAction, type OnDone, useAction } from '../use-action.ts'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
  overlayClasses,
  sheetClasses,
  useReturnFocus,
} from './dialog.tsx'

type ConfirmProps<Data> = {
  title: string
  description: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<ActionResult<Data>>
  /** Runs once the action has succeeded; a text is shown as a toast. */
  onDone?: OnDone<Data>
  destructive?: boolean
  children?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function ConfirmDialog<Data>(props: ConfirmProps<Data>) {
  const { title, description, confirmLabel, onConfirm, onDone, destructive = true, children } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const [refusal, setRefusal] = useState<PublicError>()
  const [pending, run] = useAction(setRefusal)
  const focus = useReturnFocus()
  const open = props.open ?? ownOpen
  const setOpen = (next: boolean) => {
    if (pending) return
    setRefusal(undefined)
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const confirm = () =>
    run(onConfirm, async (data) => {
      await finishAction(onDone, data)
      setOwnOpen(false)
      props.onOpenChange?.(false)
    })

  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      {children && <Radix.Trigger asChild>{children}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content className={sheetClasses} {...focus}>
          <div className="grid gap-2">
            <Radix.Title className="font-semibold text-lg tracking-tight">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="text-muted-foreground text-sm">{description}</div>
            </Radix.Description>
          </div>
          {refusal && !pending && <RefusalAlert error={refusal} />}
          <div className="flex flex-wrap justify-end gap-2 pt-2">
            <Radix.Cancel asChild>
              <Button variant="outline" disabled={pending}>
                Cancel
              </Button>
            </Radix.Cancel>
            <Button variant={destructive ? 'destructive' : 'primary'} pending={pending} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ConfirmButtonProps<Data> = Omit<ConfirmProps<Data>, 'children'> & { label: string; className?: string }

/** A small button that asks for confirmation. `label` is its accessible name. */
export function ConfirmButton<Data>({ label, className, ...dialog }: ConfirmButtonProps<Data>) {
  return (
    <ConfirmDialog {...dialog}>
      <Button variant="ghost" size="sm" className={cn('text-destructive', className)} aria-label={label}>
        {dialog.confirmLabel}
      </Button>
    </ConfirmDialog>
  )
}

type ReasonDialogProps = {
  title: string
  description: ReactNode
  field: { label: string; help: string; isRequired: boolean }
  children?: ReactNode
  /** Texts to begin the reason with. */
  templates?: { label: string; text: string }[]
  confirmLabel: string
  /** The children say why. */
  isConfirmDisabled?: boolean
  destructive?: boolean
  onConfirm: (reason: string) => Promise<ActionResult<unknown>>
  onDone: () => void
  onClose: (refusal?: PublicError) => void
}

/** Asks for a reason before an action. A refusal of the reason is shown at its field, any other above the buttons. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, field, templates = [], children, confirmLabel, destructive } = props
  const { isConfirmDisabled = false, onConfirm, onDone, onClose } = props
  const [reason, setText] = useState('')
  const [refusal, setRefusal] = useState<PublicError>()
  const [isSending, startSending] = useTransition()
  const isReasonInvalid = refusal?.code === 'INVALID_INPUT'

  function send() {
    startSending(async () => {
      const result = await attemptAction(() => onConfirm(reason))
      if (result.ok) onDone()
      else setRefusal(result.error)
    })
  }

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || isSending || onClose(refusal)}>
      <DialogContent title={title} description={description}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isSending) send()
          }}
        >
          {templates.length > 0 && (
            <TemplateField
              templates={templates}
              onChoose={(text) => setText((before) => [before.trim(), text].filter(Boolean).join('\n\n'))}
            />
          )}
          <Field
            label={field.label}
            help={field.help}
            required={field.isRequired}
            optional={!field.isRequired}
            errors={isReasonInvalid ? [messageOf(refusal)] : []}
          >
            {(controlProps) => (
              <Textarea
                {...controlProps}
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
            <Button
              type="submit"
              variant={destructive ? 'destructive' : 'primary'}
              disabled={isConfirmDisabled}
              pending={isSending}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** The message at the field says more than that of the form. */
function messageOf({ message, details = [] }: PublicError): string {
  const [only, ...more] = details
  return only && more.length === 0 ? only.message : message
}

type TemplateFieldProps = {
  templates: { label: string; text: string }[]
  onChoose: (text: string) => void
}

/** Adds the text of a template to the reason, and is ready for another one. */
function TemplateField({ templates, onChoose }: TemplateFieldProps) {
  return (
    <SelectField
      label="Policy"
      optional
      help="Adds its text, which you complete."
      value=""
      onChange={(index) => index !== '' && onChoose(templates[Number(index)]?.text ?? '')}
      options={[['', 'Choose a policy…'], ...templates.map(({ label }, index) => [index, label] as const)]}
    />
  )
}
