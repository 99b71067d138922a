'use client'

import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from './dialog.tsx'

type CreateSecretProps<Created> = {
  triggerLabel: string
  title: string
  description: string
  renderForm: (onCreated: (created: Created) => void) => ReactNode
  describeSecret: (created: Created) => {
    title: string
    label: string
    secret: string
    instructions: ReactNode
  }
}

export function CreateSecretDialog<Created>({
  triggerLabel,
  title,
  description,
  renderForm,
  describeSecret,
}: CreateSecretProps<Created>) {
  const [open, setOpen] = useState(false)
  const [created, setCreated] = useState<Created>()

  function onOpenChange(next: boolean) {
    setOpen(next)
    if (!next) setCreated(undefined)
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          {triggerLabel}
        </Button>
      </DialogTrigger>
      {created === undefined ? (
        <DialogContent title={title} description={description}>
          {renderForm((value) => setCreated(() => value))}
        </DialogContent>
      ) : (
        <SecretPanel {...describeSecret(created)} onDone={() => onOpenChange(false)} />
      )}
    </Dialog>
  )
}

type SecretPanelProps = ReturnType<CreateSecretProps<unknown>['describeSecret']> & { onDone: () => void }

function SecretPanel({ title, label, secret, instructions, onDone }: SecretPanelProps) {
  return (
    <DialogContent title={title}>
      <SecretShownOnce title="Copy it now. You will not see it again." label={label} text={secret}>
        {instructions}
      </SecretShownOnce>
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}

type SecretShownOnceProps = { title: string; label: string; text: string; children: ReactNode }

export function SecretShownOnce({ title, label, text, children }: SecretShownOnceProps) {
  const container = useRef<HTMLElement>(null)
  useEffect(() => container.current?.focus(), [])

  return (
    <section
      ref={container}
      tabIndex={-1}
      aria-label={title}
      className="grid grid-cols-1 gap-2 rounded-lg border border-success/40 bg-card p-4"
    >
      <p className="font-medium text-sm">{title}</p>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 select-all break-all rounded-md bg-muted px-3 py-1.5 text-sm leading-5">
          <span className="sr-only">{label}: </span>
          {text}
        </code>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <p className="text-muted-foreground text-sm">{children}</p>
    </section>
  )
}
