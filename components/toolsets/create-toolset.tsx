'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useState, useTransition } from 'react'
import { FormError } from '../account/form-error.tsx'
import { errorsAt, type FormState } from '../account/form-state.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import type { ToolsetActions } from './toolset-actions.ts'

type CreateToolsetProps = { create: ToolsetActions['createToolset'] }

/** The button, and the dialog that asks for a name. */
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
      <DialogContent title="Create a toolset" description="You add its skills next, one by one.">
        <NameForm create={create} onMade={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function NameForm({ create, onMade }: CreateToolsetProps & { onMade: () => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useTransition()

  function submit(event: FormEvent) {
    event.preventDefault()
    start(async () => {
      const result = await create({ name })
      if (result.ok) onMade()
      else setError(result.error)
    })
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/name']} />
      <Field
        label="Name"
        help="Part of the address: lowercase letters, digits and underscores, like support_desk."
        errors={errorsAt(error, '/name')}
      >
        {(wired) => (
          <Input
            {...wired}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <DialogFooter>
        <Button type="submit" pending={pending}>
          Create
        </Button>
      </DialogFooter>
    </form>
  )
}
