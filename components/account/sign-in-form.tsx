'use client'

import { useActionState } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormError } from './form-error.tsx'
import { errorsAt, type FormState } from './form-state.ts'

/** What the action answers: the error, and the email to keep in its field. Never the password. */
export type SignInState = { error: FormState; email: string }

type SignInFormProps = {
  signIn: (before: SignInState, form: FormData) => Promise<SignInState>
  /** Where to go after; checked again on the server. */
  next: string
}

/** Email and password. Works before the page's scripts have come, and without them. */
export function SignInForm({ signIn, next }: SignInFormProps) {
  const [{ error, email }, send] = useActionState(signIn, { error: null, email: '' })
  return (
    <form action={send} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/email', '/password']} />
      <input type="hidden" name="next" value={next} />
      <Field label="Email" errors={errorsAt(error, '/email')}>
        {(wired) => (
          <Input {...wired} name="email" type="email" autoComplete="username" defaultValue={email} required />
        )}
      </Field>
      <Field label="Password" errors={errorsAt(error, '/password')}>
        {(wired) => (
          <Input {...wired} name="password" type="password" autoComplete="current-password" required />
        )}
      </Field>
      <SubmitButton className="mt-1 w-full">Sign in</SubmitButton>
    </form>
  )
}
