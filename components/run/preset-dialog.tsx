'use client'

import { Bookmark } from 'lucide-react'
import { type FormEvent, useState, useTransition } from 'react'
import { toast } from 'sonner'
import type { PresetView } from '#lib/execution/run-view.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type PresetDialogProps = {
  save: (name: string) => Promise<ActionResult<PresetView>>
  onSaved?: (preset: PresetView) => void
}

/** Keeps an input under a name, to fill the form with one click later. */
export function PresetDialog({ save, onSaved }: PresetDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isSaving, startSaving] = useTransition()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Not only of this form: a form around the dialog would hear it too.
    event.stopPropagation()
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    startSaving(async () => {
      const saved = await save(name)
      if (!saved.ok) return setProblem(saved.error.details?.[0]?.message ?? saved.error.message)
      toast.success(`Saved as “${saved.data.name}”. Find it under Presets.`)
      onSaved?.(saved.data)
      setOpen(false)
    })
  }

  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button type="button" variant="outline" onClick={() => setProblem(undefined)}>
          <Bookmark aria-hidden /> Save as preset
        </Button>
      </DialogTrigger>
      <DialogContent title="Save as preset" description="Keeps this input under a name, for you alone.">
        <form onSubmit={submit} className="grid gap-4">
          <Field label="Name" errors={problem ? [problem] : []}>
            {(wired) => <Input {...wired} name="name" maxLength={60} placeholder="Monthly report" required />}
          </Field>
          <DialogFooter>
            <Button type="submit" pending={isSaving}>
              Save
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
