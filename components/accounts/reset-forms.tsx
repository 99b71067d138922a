'use client'

import { paths } from '#lib/kernel/site/paths.ts'
import { Alert } from '../ui/alert.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { PasswordInput } from '../ui/forms/password-input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import { EmailField } from './email-field.tsx'

/** `sentTo` is set for any accepted request, even without an account. */
export type ResetRequestState = { error: FormState; sentTo: string | null; email: string }

type ResetRequestFormProps = {
  hasMail: boolean
  request: (before: ResetRequestState, form: FormData) => Promise<ResetRequestState>
}

export function ResetRequestForm({ hasMail, request }: ResetRequestFormProps) {
  const [{ error, sentTo, email }, form] = useFormAction(request, { error: null, sentTo: null, email: '' })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/email']} />
      {sentTo && (
        <Alert variant="success" title={hasMail ? 'Check your inbox' : 'Request sent'}>
          {hasMail
            ? `If ${sentTo} has an account, a link is on its way. The link works once, within 24 hours.`
            : `If ${sentTo} has an account, its admins have been asked to give you a link.`}
        </Alert>
      )}
      <EmailField email={email} error={error} />
      <SubmitButton className="w-full">{hasMail ? 'Email me a link' : 'Request a reset'}</SubmitButton>
    </form>
  )
}

type ResetFormProps = {
  /** The address of the account, by which password managers recognise it. */
  email: string
  reset: (before: ResetState, form: FormData) => Promise<ResetState>
}

/** An error, or the second factors that stay once the password was reset. */
export type ResetState = FormState | { code?: undefined; factors: string[] }

export function ResetForm({ email, reset }: ResetFormProps) {
  const [state, form] = useFormAction<ResetState>(reset, null)
  if (state && 'factors' in state) return <RemainingFactors factors={state.factors} />
  const error = state
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/password']} />
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field label="New password" help="At least 10 characters." errors={errorsAt(error, '/password')}>
        {(controlProps) => (
          <PasswordInput {...controlProps} name="password" autoComplete="new-password" required />
        )}
      </Field>
      <SubmitButton className="mt-1 w-full">Set new password</SubmitButton>
    </form>
  )
}

function RemainingFactors({ factors }: { factors: string[] }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert variant="success" title="Your password was changed">
        You are signed out everywhere. API keys, connected apps and linked sign-ins ended, and automations are
        paused.
      </Alert>
      <Alert variant="warning" title="These second factors can still open your account">
        <ul className="list-disc pl-5">
          {factors.map((factor) => (
            <li key={factor}>{factor}</li>
          ))}
        </ul>
        <p className="mt-2">
          Sign in and remove those that you do not recognise. If you cannot sign in without one, ask an admin
          of this site to remove it.
        </p>
      </Alert>
      <LinkButton href={paths.signIn()}>Sign in</LinkButton>
    </div>
  )
}
