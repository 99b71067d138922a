'use client'

import { useActionState } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormError } from './form-error.tsx'
import { errorsAt, type FormState } from './form-state.ts'

export type SignUpState = { error: FormState; name: string; email: string }

type SignUpFormProps = {
  signUp: (before: SignUpState, form: FormData) => Promise<SignUpState>
  next: string
}

export function SignUpForm({ signUp, next }: SignUpFormProps) {
  const [{ error, name, email }, send] = useActionState(signUp, { error: null, name: '', email: '' })
  return (
    <form action={send} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/name', '/email', '/password']} />
      <input type="hidden" name="next" value={next} />
      <Field label="Name" errors={errorsAt(error, '/name')}>
        {(wired) => <Input {...wired} name="name" autoComplete="name" defaultValue={name} required />}
      </Field>
      <Field label="Email" errors={errorsAt(error, '/email')}>
        {(wired) => (
          <Input {...wired} name="email" type="email" autoComplete="username" defaultValue={email} required />
        )}
      </Field>
      <Field label="Password" help="At least 10 characters." errors={errorsAt(error, '/password')}>
        {(wired) => <Input {...wired} name="password" type="password" autoComplete="new-password" required />}
      </Field>
      <SubmitButton className="mt-1 w-full">Create account</SubmitButton>
    </form>
  )
}
