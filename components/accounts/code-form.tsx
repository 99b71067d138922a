'use client'

import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { PasswordInput } from '../ui/forms/password-input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'

type CodeFormProps = {
  submitLabel: string
  help?: string
  send: (before: FormState, form: FormData) => Promise<FormState>
}

/** A form for a code of the authenticator app, which also accepts a recovery code. */
export function CodeForm({ submitLabel, help, send }: CodeFormProps) {
  const [error, form] = useFormAction<FormState>(send, null)
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/code']} />
      <Field label="Code" help={help} errors={errorsAt(error, '/code')} className="max-w-sm">
        {(controlProps) => (
          <Input
            {...controlProps}
            name="code"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={20}
            required
          />
        )}
      </Field>
      <div>
        <SubmitButton>{submitLabel}</SubmitButton>
      </div>
    </form>
  )
}

export function ReauthPasswordForm({ send }: { send: CodeFormProps['send'] }) {
  const [error, form] = useFormAction<FormState>(send, null)
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/password']} />
      <Field label="Password" errors={errorsAt(error, '/password')} className="max-w-sm">
        {(controlProps) => (
          <PasswordInput {...controlProps} name="password" autoComplete="current-password" required />
        )}
      </Field>
      <div>
        <SubmitButton>Confirm</SubmitButton>
      </div>
    </form>
  )
}
