'use client'

import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from './dialog.tsx'
import { ShownOnce } from './shown-once.tsx'

type MakeAndShowProps<Made> = {
  /** On the button: "Create key". */
  verb: string
  title: string
  description: string
  form: (onMade: (made: Made) => void) => ReactNode
  /** What was made, and how its secret is used. */
  shown: (made: Made) => { title: string; label: string; secret: string; use: ReactNode }
}

/** The button, and the dialog in which something with a secret is made and the secret shown this once. */
export function MakeAndShow<Made>({ verb, title, description, form, shown }: MakeAndShowProps<Made>) {
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
      <ShownOnce title="Copy it now: it is not shown again" label={label} text={secret}>
        {use}
      </ShownOnce>
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}
