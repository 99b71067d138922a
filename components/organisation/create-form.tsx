'use client'

import { useActionState } from 'react'
import { FormError } from '../account/form-error.tsx'
import { errorsAt, type NameState } from '../account/form-state.ts'
import { Saved } from '../account/saved.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

type CreateFormProps = { create: (before: NameState, form: FormData) => Promise<NameState> }

export function CreateForm({ create }: CreateFormProps) {
  const [state, send] = useActionState(create, { error: null, isSaved: false, name: '' })
  return (
    <form action={send} noValidate className="grid grid-cols-1 gap-3">
      <FormError state={state.error} fields={['/name']} />
      <Field label="New organisation" errors={errorsAt(state.error, '/name')} className="max-w-sm">
        {(wired) => (
          <Input
            {...wired}
            name="name"
            autoComplete="organization"
            placeholder="Its name"
            defaultValue={state.name}
            required
          />
        )}
      </Field>
      <div className="flex items-center gap-3">
        <SubmitButton variant="outline">Create organisation</SubmitButton>
        <Saved show={state.isSaved}>Created. You act for it now.</Saved>
      </div>
    </form>
  )
}
