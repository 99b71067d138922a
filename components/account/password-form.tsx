'use client'

import { useActionState } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormError } from './form-error.tsx'
import { errorsAt, type PasswordState } from './form-state.ts'
import { Saved } from './saved.tsx'

type PasswordFormProps = {
  email: string
  /** Who came by GitHub has none to be asked for. */
  hasPassword: boolean
  save: (before: PasswordState, form: FormData) => Promise<PasswordState>
}

export function PasswordForm({ email, hasPassword, save }: PasswordFormProps) {
  const [{ error, isSaved }, send] = useActionState(save, { error: null, isSaved: false })
  return (
    <form action={send} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/current', '/password']} />
      {/* For password managers, so that they file the new password in the right place. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <Field label="Current password" errors={errorsAt(error, '/current')} className="max-w-sm">
          {(wired) => (
            <Input {...wired} name="current" type="password" autoComplete="current-password" required />
          )}
        </Field>
      )}
      <Field
        label="New password"
        help="At least 10 characters."
        errors={errorsAt(error, '/password')}
        className="max-w-sm"
      >
        {(wired) => <Input {...wired} name="password" type="password" autoComplete="new-password" required />}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>{hasPassword ? 'Change password' : 'Set password'}</SubmitButton>
        <Saved show={isSaved}>Saved. Other devices are signed out.</Saved>
      </div>
    </form>
  )
}
