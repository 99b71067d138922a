'use client'

import { Bookmark, GraduationCap } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { AddedExample } from '#lib/publishing/drafts/add-example.ts'
import type { PresetView } from '#lib/runs/views/run-view.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { toast } from '../ui/toast.ts'
import { useAction } from '../ui/use-action.ts'

type ExampleDialogProps = { add: (title: string) => Promise<ActionResult<AddedExample>> }

export function ExampleDialog({ add }: ExampleDialogProps) {
  const router = useRouter()
  const [error, setError] = useState<FormState>(null)
  const [isAdding, start] = useAction(setError)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title') ?? '')
    start(
      () => add(title),
      ({ skillSetId, skill }) =>
        router.push(`${paths.publishSkillSet(skillSetId)}?section=skills.${skill}.examples`),
    )
  }

  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button type="button" variant="outline" onClick={() => setError(null)}>
          <GraduationCap aria-hidden /> Add as example
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Add as example"
        description="Adds this input to the draft of the skill. Once it is published, everyone can fill in the form with it in one click."
      >
        <form onSubmit={submit} className="grid gap-4">
          <FormError state={error} fields={['/title']} />
          <Field label="Title" errors={errorsAt(error, '/title')}>
            {(controlProps) => (
              <Input
                {...controlProps}
                name="title"
                maxLength={100}
                placeholder="A short paragraph"
                required
              />
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

type PresetDialogProps = Pick<ButtonProps, 'size'> & {
  save: (name: string) => Promise<ActionResult<PresetView>>
  onSaved?: (preset: PresetView) => void
}

export function PresetDialog({ size = 'sm', save, onSaved }: PresetDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<FormState>(null)
  const [isSaving, start] = useAction(setError)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React would bubble the event through the portal to a form around the dialog.
    event.stopPropagation()
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    start(
      () => save(name),
      (saved) => {
        toast.success(`Saved as “${saved.name}”. Find it under Presets.`)
        onSaved?.(saved)
        setOpen(false)
      },
    )
  }

  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="outline" size={size} onClick={() => setError(null)}>
          <Bookmark aria-hidden /> Save as preset
        </Button>
      </DialogTrigger>
      <DialogContent title="Save as preset" description="Saves this input under a name. Only you can see it.">
        <form onSubmit={submit} className="grid gap-4">
          <FormError state={error} fields={['/name']} />
          <Field label="Name" errors={errorsAt(error, '/name')}>
            {(controlProps) => (
              <Input {...controlProps} name="name" maxLength={60} placeholder="Monthly report" required />
            )}
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
