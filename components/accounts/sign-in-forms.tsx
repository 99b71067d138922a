'use client'

import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { PasswordInput } from '../ui/forms/password-input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import { EmailField } from './email-field.tsx'

/** The state of the form, which never contains the password. */
export type SignInState = { error: FormState; email: string }

type SignInFormProps = {
  signIn: (before: SignInState, form: FormData) => Promise<SignInState>
  /** The path to open next, which the server validates again. */
  next: string
}

export function SignInForm({ signIn, next }: SignInFormProps) {
  const [{ error, email }, form] = useFormAction(signIn, { error: null, email: '' })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/email', '/password']} />
      <input type="hidden" name="next" value={next} />
      <EmailField email={email} error={error} />
      <Field label="Password" errors={errorsAt(error, '/password')}>
        {(controlProps) => (
          <PasswordInput {...controlProps} name="password" autoComplete="current-password" required />
        )}
      </Field>
      <SubmitButton className="mt-1 w-full">Sign in</SubmitButton>
    </form>
  )
}

export type SignUpState = { error: FormState; name: string; email: string }

type SignUpFormProps = {
  signIn: SignInFormProps['signIn']
  signUp: (before: SignUpState, form: FormData) => Promise<SignUpState>
  next: string
}

export function SignUpForm({ signIn, signUp, next }: SignUpFormProps) {
  const initial = { error: null, name: '', email: '' }
  const [{ error, name, email }, form] = useFormAction(signUp, initial, { keepsFields: true })
  const [signedIn, signInForm] = useFormAction(signIn, initial, { keepsFields: true })
  // The person may have an account already, and have typed its password.
  const isTaken = error?.code === 'CONFLICT'
  const signInError = isTaken && signedIn.email === email ? signedIn.error : null
  return (
    <form
      action={form.action}
      onReset={(event) => {
        form.onReset(event)
        signInForm.onReset(event)
      }}
      noValidate
      className="grid grid-cols-1 gap-4"
    >
      <FormError state={signInError ?? error} fields={['/name', '/email', '/password']} />
      <input type="hidden" name="next" value={next} />
      <Field label="Name" errors={errorsAt(error, '/name')}>
        {(controlProps) => (
          <Input {...controlProps} name="name" autoComplete="name" defaultValue={name} required />
        )}
      </Field>
      <EmailField email={email} error={error} />
      <Field label="Password" help="At least 10 characters." errors={errorsAt(error, '/password')}>
        {(controlProps) => (
          <PasswordInput {...controlProps} name="password" autoComplete="new-password" required />
        )}
      </Field>
      <SubmitButton className="mt-1 w-full">Create account</SubmitButton>
      {isTaken && (
        <SubmitButton variant="outline" className="w-full" formAction={signInForm.action}>
          <span className="truncate">Sign in as {email}</span>
        </SubmitButton>
      )}
    </form>
  )
}
