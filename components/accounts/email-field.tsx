import { Field } from '../ui/forms/field.tsx'
import { errorsAt, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'

/** The address by which a person signs in. As `username`, password managers store it with the password. */
export function EmailField({ email, error }: { email: string; error: FormState }) {
  return (
    <Field label="Email" errors={errorsAt(error, '/email')}>
      {(controlProps) => (
        <Input
          {...controlProps}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
        />
      )}
    </Field>
  )
}
