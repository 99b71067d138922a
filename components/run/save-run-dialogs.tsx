'use client'

import { Bookmark, GraduationCap } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import type { PresetView } from '#lib/runs/views/run-view.ts'
import { paths } from '#lib/site/paths.ts'
import type { AddedExample } from '#lib/studio/add-example.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'
import { toast } from '../ui/toast.ts'

type ExampleDialogProps = { add: (title: string) => Promise<ActionResult<AddedExample>> }

export function ExampleDialog({ add }: ExampleDialogProps) {
  const router = useRouter()
  const [problem, setProblem] = useState<string>()
  const [isAdding, startAdding] = useTransition()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title') ?? '')
    startAdding(async () => {
      const added = await add(title)
      if (!added.ok) return setProblem(added.error.details?.[0]?.message ?? added.error.message)
      const { skillSetId, skill } = added.data
      router.push(`${paths.publishSkillSet(skillSetId)}?section=skills.${skill}.examples`)
    })
  }

  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button type="button" variant="outline" onClick={() => setProblem(undefined)}>
          <GraduationCap aria-hidden /> Add as example
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Add as example"
        description="Adds this input to the draft of the skill. Once it is published, everyone can fill in the form with it in one click."
      >
        <form onSubmit={submit} className="grid gap-4">
          <Field label="Title" errors={problem ? [problem] : []}>
            {(wired) => (
              <Input {...wired} name="title" maxLength={100} placeholder="A short paragraph" required />
            )}
          </Field>
          <DialogFooter>
            <Button type="submit" pending={isAdding}>
              Add
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

type PresetDialogProps = {
  save: (name: string) => Promise<ActionResult<PresetView>>
  onSaved?: (preset: PresetView) => void
}

export function PresetDialog({ save, onSaved }: PresetDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isSaving, startSaving] = useTransition()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React bubbles it to a form around the dialog.
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
      <DialogContent title="Save as preset" description="Saves this input under a name. Only you can see it.">
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
