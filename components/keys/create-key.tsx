'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { NewKey } from '#lib/keys/keys.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialog.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { type CreateKeyProps, KeyForm } from './key-form.tsx'

/** The button, and the dialog in which a key is made and shown this once. */
export function CreateKey(props: CreateKeyProps) {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<NewKey>()

  function onOpenChange(next: boolean) {
    setOpen(next)
    if (!next) setMade(undefined)
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          Create key
        </Button>
      </DialogTrigger>
      {made ? (
        <DialogContent title={`The key “${made.name}”`}>
          <ShownOnce title="Keep it now: it is not shown again" label="API key" text={made.key}>
            Send it as <code>Authorization: Bearer …</code>. If you lose it, revoke it and create another.
          </ShownOnce>
          <DialogFooter>
            <Button variant="outline" onClick={() => onOpenChange(false)}>
              Done
            </Button>
          </DialogFooter>
        </DialogContent>
      ) : (
        <DialogContent
          title="Create an API key"
          description={`It acts as you, for ${props.organisationName}, within what you allow here.`}
        >
          <KeyForm {...props} onMade={setMade} />
        </DialogContent>
      )}
    </Dialog>
  )
}
