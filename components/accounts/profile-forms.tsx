'use client'

import { useId } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError } from '../ui/forms/form-error.tsx'
import { Input, Label } from '../ui/forms/input.tsx'
import { PasswordInput } from '../ui/forms/password-input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import { type NameState, type PasswordState, SavedNote } from './form-result.tsx'

type PasswordFormProps = {
  email: string
  /** False for an account without a password, such as one created by signing in with GitHub. */
  hasPassword: boolean
  save: (before: PasswordState, form: FormData) => Promise<PasswordState>
}

export function PasswordForm({ email, hasPassword, save }: PasswordFormProps) {
  const revokes = useId()
  const [{ error, isSaved }, form] = useFormAction(save, { error: null, isSaved: false })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/current', '/password']} />
      {/* Tells password managers which account the new password belongs to. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <Field label="Current password" errors={errorsAt(error, '/current')} className="max-w-sm">
          {(controlProps) => (
            <PasswordInput {...controlProps} name="current" autoComplete="current-password" required />
          )}
        </Field>
      )}
      <Field
        label="New password"
        help="At least 10 characters."
        errors={errorsAt(error, '/password')}
        className="max-w-sm"
      >
        {(controlProps) => (
          <PasswordInput {...controlProps} name="password" autoComplete="new-password" required />
        )}
      </Field>
      <div className="flex items-center gap-2.5">
        <Checkbox id={revokes} name="revokesKeys" />
        <Label htmlFor={revokes} className="leading-5">
          Also revoke my API keys, connected apps and notification webhook, unlink external sign-ins, and
          pause my automations
        </Label>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>{hasPassword ? 'Change password' : 'Set password'}</SubmitButton>
        <SavedNote show={isSaved}>Saved. Your other devices are signed out.</SavedNote>
      </div>
    </form>
  )
}

type NameFormProps = {
  name: string
  label?: string
  save: (before: NameState, form: FormData) => Promise<NameState>
}

export function NameForm({ name, label = 'Name', save }: NameFormProps) {
  const [state, form] = useFormAction(save, { error: null, isSaved: false, name })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={state.error} fields={['/name']} />
      <Field label={label} errors={errorsAt(state.error, '/name')} className="max-w-sm">
        {(controlProps) => (
          <Input {...controlProps} name="name" autoComplete="off" defaultValue={state.name} required />
        )}
      </Field>
      <div className="flex items-center gap-3">
        <SubmitButton>Save</SubmitButton>
        <SavedNote show={state.isSaved}>Saved.</SavedNote>
      </div>
    </form>
  )
}

type Props = { signOut: (revokesKeys: boolean) => Promise<ActionResult<void>> }

const SESSIONS =
  'You will be signed out in every browser, including this one. External sign-ins are unlinked, and your automations pause until you resume them.'

export function SignOutEverywhere({ signOut }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <ConfirmDialog
        title="Sign out everywhere?"
        description={`${SESSIONS} Your API keys, connected apps and notification webhook keep working.`}
        confirmLabel="Sign out everywhere"
        onConfirm={() => signOut(false)}
      >
        <Button variant="outline">Sign out everywhere</Button>
      </ConfirmDialog>
      <ConfirmDialog
        title="Sign out and revoke keys?"
        description={`${SESSIONS} Your API keys, connected apps and notification webhook permanently stop working in all your organisations.`}
        confirmLabel="Sign out and revoke keys"
        onConfirm={() => signOut(true)}
      >
        <Button variant="outline">Sign out and revoke keys</Button>
      </ConfirmDialog>
    </div>
  )
}
