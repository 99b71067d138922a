'use client'

import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from './dialog.tsx'

type MakeAndShowProps<Made> = {
  verb: string
  title: string
  description: string
  form: (onMade: (made: Made) => void) => ReactNode
  shown: (made: Made) => { title: string; label: string; secret: string; use: ReactNode }
}

export function CreateSecretDialog<Made>({ verb, title, description, form, shown }: MakeAndShowProps<Made>) {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<Made>()

  function onOpenChange(next: boolean) {
    setOpen(next)
    if (!next) setMade(undefined)
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          {verb}
        </Button>
      </DialogTrigger>
      {made === undefined ? (
        <DialogContent title={title} description={description}>
          {form((now) => setMade(() => now))}
        </DialogContent>
      ) : (
        <Secret {...shown(made)} onDone={() => onOpenChange(false)} />
      )}
    </Dialog>
  )
}

type SecretProps = ReturnType<MakeAndShowProps<unknown>['shown']> & { onDone: () => void }

function Secret({ title, label, secret, use, onDone }: SecretProps) {
  return (
    <DialogContent title={title}>
      <SecretShownOnce title="Copy it now. You will not see it again." label={label} text={secret}>
        {use}
      </SecretShownOnce>
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}

type ShownOnceProps = { title: string; label: string; text: string; children: ReactNode }

export function SecretShownOnce({ title, label, text, children }: ShownOnceProps) {
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
