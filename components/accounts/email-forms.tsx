'use client'

import type { ConfirmationEffect, EmailStatus } from '#lib/accounts/confirm-email.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { PasswordInput } from '../ui/forms/password-input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import { useAction } from '../ui/use-action.ts'
import { UnconfirmedAddress } from './unconfirmed-address.tsx'

export type ConfirmEmailState = {
  error: FormState
  outcome: 'verified' | 'changed' | 'old' | 'new' | null
}

const OUTCOMES = {
  verified: 'Your address is confirmed.',
  changed: 'Your address was changed. Sign in with the new one from now on.',
  old: 'Confirmed. Now open the link that was sent to your old address.',
  new: 'Confirmed. Now open the link that was sent to your new address.',
}

const REMOVED =
  'Keys, connected apps, linked sign-ins, automations and second factors that were added before are removed, because anyone could have created this account with your address.'

/** What the first confirmation of an address does beyond confirming it. */
const EFFECTS: Record<Exclude<ConfirmationEffect, 'nothing'>, string> = {
  removesOlder: `This signs out your other browsers. ${REMOVED}`,
  replacesPassword: `You are not signed in to this account here, so you choose a new password next. To keep your password, sign in first, then open the link again. ${REMOVED}`,
}

type ConfirmEmailFormProps = {
  effect?: ConfirmationEffect
  confirm: () => Promise<ConfirmEmailState>
}

export function ConfirmEmailForm({ effect = 'nothing', confirm }: ConfirmEmailFormProps) {
  const [{ error, outcome }, form] = useFormAction<ConfirmEmailState>(confirm, { error: null, outcome: null })
  return (
    <form {...form} className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={[]} />
      {outcome ? (
        <>
          <Alert variant="success">{OUTCOMES[outcome]}</Alert>
          <LinkButton href={paths.settings} variant="outline">
            Go to your profile
          </LinkButton>
        </>
      ) : (
        <>
          {effect !== 'nothing' && <p className="text-muted-foreground text-sm">{EFFECTS[effect]}</p>}
          <SubmitButton className="w-full">Confirm</SubmitButton>
        </>
      )}
    </form>
  )
}

export type EmailChangeState = { error: FormState; email: string; outcome: 'changed' | 'mailed' | null }

type EmailFormProps = {
  status: EmailStatus
  hasPassword: boolean
  change: (before: EmailChangeState, form: FormData) => Promise<EmailChangeState>
  resend: () => Promise<ActionResult<void>>
  cancel: () => Promise<ActionResult<void>>
}

export function EmailForm({ status, hasPassword, change, resend, cancel }: EmailFormProps) {
  const [{ error, email, outcome }, form] = useFormAction<EmailChangeState>(change, {
    error: null,
    email: '',
    outcome: null,
  })
  const { pending } = status
  return (
    <div className="grid grid-cols-1 gap-4">
      {pending && (
        <Alert
          title={`Waiting for ${pending.email}`}
          action={<ActionButton action={cancel}>Cancel the change</ActionButton>}
        >
          Open the link that was sent to{' '}
          {pending.missing.map((which) => `your ${which} address`).join(' and ')}.
        </Alert>
      )}
      <UnconfirmedAddress status={status} resend={resend} />
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <FormError state={error} fields={['/email', '/current']} />
        {outcome === 'changed' && <Alert variant="success">Your address was changed.</Alert>}
        <Field label="New email" errors={errorsAt(error, '/email')} className="max-w-sm">
          {(controlProps) => (
            <Input
              {...controlProps}
              name="email"
              type="email"
              autoComplete="off"
              defaultValue={email}
              required
            />
          )}
        </Field>
        {hasPassword && (
          <Field label="Current password" errors={errorsAt(error, '/current')} className="max-w-sm">
            {(controlProps) => (
              <PasswordInput {...controlProps} name="current" autoComplete="current-password" required />
            )}
          </Field>
        )}
        <div>
          <SubmitButton>Change email</SubmitButton>
        </div>
      </form>
    </div>
  )
}

type ActionButtonProps = { action: () => Promise<ActionResult<void>>; children: string }

function ActionButton({ action, children }: ActionButtonProps) {
  const [pending, start] = useAction()
  return (
    <Button variant="outline" size="sm" pending={pending} onClick={() => start(action)}>
      {children}
    </Button>
  )
}
