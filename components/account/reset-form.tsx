'use client'

import { useActionState } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormError } from './form-error.tsx'
import { errorsAt, type FormState } from './form-state.ts'

type ResetFormProps = {
  /** Whose password it is, so that password managers file it in the right place. */
  email: string
  reset: (before: FormState, form: FormData) => Promise<FormState>
}

export function ResetForm({ email, reset }: ResetFormProps) {
  const [error, send] = useActionState(reset, null)
  return (
    <form action={send} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/password']} />
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field label="New password" help="At least 10 characters." errors={errorsAt(error, '/password')}>
        {(wired) => <Input {...wired} name="password" type="password" autoComplete="new-password" required />}
      </Field>
      <SubmitButton className="mt-1 w-full">Set new password</SubmitButton>
    </form>
  )
}
