'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { slugFrom } from '#lib/kernel/names/skill-name.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { Offer } from '#lib/toolsets/list-toolsets.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { useAction } from '../ui/use-action.ts'

type ToolsetSkillRef = { toolset: string; skill: string }

export type ToolsetActions = {
  readSkill: (skill: string) => Promise<ActionResult<Offer>>
  createToolset: (request: { name: string }) => Promise<ActionResult<{ slug: string }>>
  deleteToolset: (request: { toolset: string }) => Promise<ActionResult<void>>
  addToToolset: (
    request: ToolsetSkillRef & { versionId: string; consent: boolean },
  ) => Promise<ActionResult<void>>
  removeFromToolset: (request: ToolsetSkillRef) => Promise<ActionResult<void>>
  /** Agrees to the version that was displayed. */
  agreeAgain: (request: ToolsetSkillRef & { versionId: string }) => Promise<ActionResult<void>>
}

type CreateToolsetProps = { create: ToolsetActions['createToolset'] }

export function CreateToolset({ create }: CreateToolsetProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          Create toolset
        </Button>
      </DialogTrigger>
      <DialogContent title="Create a toolset" description="You add skills next.">
        <NameForm create={create} onCreated={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function NameForm({ create, onCreated }: CreateToolsetProps & { onCreated: () => void }) {
  const [name, setName] = useState('')
  const slug = slugFrom(name)
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useAction(setError)

  function submit(event: FormEvent) {
    event.preventDefault()
    start(() => create({ name: slug }), onCreated)
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/name']} />
      <InputField
        label="Name"
        help={
          slug !== '' && slug !== name
            ? `In the URL: ${slug}`
            : 'Also part of the URL, such as “Support desk”: support_desk.'
        }
        errors={errorsAt(error, '/name')}
        spellCheck={false}
        maxLength={64}
        value={name}
        onChange={setName}
      />
      <DialogFooter>
        <Button type="submit" pending={pending}>
          Create
        </Button>
      </DialogFooter>
    </form>
  )
}

type DeleteToolsetProps = { toolset: string; remove: ToolsetActions['deleteToolset'] }

export function DeleteToolset({ toolset, remove }: DeleteToolsetProps) {
  return (
    <ConfirmButton
      title={`Delete ${toolset}?`}
      description="Clients that use the URL of this toolset will stop working."
      confirmLabel="Delete"
      onConfirm={() => remove({ toolset })}
      label={`Delete ${toolset}`}
    />
  )
}
