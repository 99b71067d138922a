'use client'

import { SavedNote } from '../accounts/form-result.tsx'
import { Logo } from '../shell/logo.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import type { SaveSettings } from './settings-form.tsx'

type LogoFormProps = { logo: string | null; save: SaveSettings }

export function LogoForm({ logo, save }: LogoFormProps) {
  const [{ error, isSaved }, form] = useFormAction(save, { error: null, isSaved: false, values: {} })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-3">
      <FormError state={error} fields={['/logo']} />
      <div className="flex flex-wrap items-start gap-4">
        <Logo src={logo} className="mt-6 size-10" />
        <Field
          label="Logo"
          help="A square PNG, JPEG, WebP or GIF, up to 2 MB. Without one, Guildhall’s logo is shown."
          errors={errorsAt(error, '/logo')}
          className="min-w-0 flex-1 basis-64"
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              type="file"
              name="logo"
              accept="image/png,image/jpeg,image/webp,image/gif"
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="outline">Save logo</SubmitButton>
        {logo && (
          <SubmitButton variant="ghost" name="remove" value="1">
            Remove logo
          </SubmitButton>
        )}
        <SavedNote show={isSaved}>Saved.</SavedNote>
      </div>
    </form>
  )
}
