'use client'

import { useActionState } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormError } from './form-error.tsx'
import { errorsAt, type NameState } from './form-state.ts'
import { Saved } from './saved.tsx'

type NameFormProps = {
  name: string
  label?: string
  save: (before: NameState, form: FormData) => Promise<NameState>
}

/** One name and a button to keep it. */
export function NameForm({ name, label = 'Name', save }: NameFormProps) {
  const [state, send] = useActionState(save, { error: null, isSaved: false, name })
  return (
    <form action={send} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={state.error} fields={['/name']} />
      <Field label={label} errors={errorsAt(state.error, '/name')} className="max-w-sm">
        {(wired) => <Input {...wired} name="name" autoComplete="off" defaultValue={state.name} required />}
      </Field>
      <div className="flex items-center gap-3">
        <SubmitButton>Save</SubmitButton>
        <Saved show={state.isSaved}>Saved.</Saved>
      </div>
    </form>
  )
}
