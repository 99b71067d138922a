'use client'

import { paths } from '#lib/kernel/site/paths.ts'
import type { NameSettings } from '#lib/publishing/publishers/get-name-settings.ts'
import { type NameState, SavedNote } from '../../accounts/form-result.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Field, TextareaField } from '../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../../ui/forms/submit-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

type RenameFormProps = {
  label: string
  /** The path of this field in the details of an error. */
  path: string
  name: string
  formerNames: string[]
  save: (before: NameState, form: FormData) => Promise<NameState>
}

export function RenameForm({ label, path, name, formerNames, save }: RenameFormProps) {
  const [state, form] = useFormAction(save, { error: null, isSaved: false, name })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={state.error} fields={[path]} />
      <Field
        label={label}
        help="Lowercase letters, digits and underscores."
        errors={errorsAt(state.error, path)}
        className="max-w-sm"
      >
        {(controlProps) => (
          <Input
            {...controlProps}
            name="name"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={state.name}
            required
          />
        )}
      </Field>
      {formerNames.length > 0 && (
        <p className="text-sm [overflow-wrap:anywhere]">
          Former names, which still lead here: <code>{formerNames.join(', ')}</code>
        </p>
      )}
      <div className="flex items-center gap-3">
        <SubmitButton variant="outline">Rename</SubmitButton>
        <SavedNote show={state.isSaved}>Renamed.</SavedNote>
      </div>
    </form>
  )
}

type EmbedFormProps = {
  sites: string[]
  save: (before: NameState, form: FormData) => Promise<NameState>
}

/** The sites are kept in the state's `name`, one per line. */
export function EmbedSitesForm({ sites, save }: EmbedFormProps) {
  const [state, form] = useFormAction(save, { error: null, isSaved: false, name: sites.join('\n') })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={state.error} fields={['/sites']} />
      <TextareaField
        label="Sites"
        help="One per line, such as https://www.example.com or https://*.example.com. Empty for none."
        errors={errorsAt(state.error, '/sites')}
        className="max-w-lg"
        name="sites"
        rows={3}
        spellCheck={false}
        defaultValue={state.name}
      />
      <div className="flex items-center gap-3">
        <SubmitButton variant="outline">Save</SubmitButton>
        <SavedNote show={state.isSaved}>Saved.</SavedNote>
      </div>
    </form>
  )
}

type OfferFormProps = {
  transfer: NameSettings['transfer']
  offer: (before: FormState, form: FormData) => Promise<FormState>
}

export function OfferForm({ transfer, offer }: OfferFormProps) {
  const [error, form] = useFormAction<FormState>(offer, null)
  if (transfer)
    return (
      <Alert>
        Offered to {transfer.to} until <Time at={transfer.expiresAtMs} style="day" />.{' '}
        <TextLink href={paths.transfer(transfer.id)}>View or cancel the offer</TextLink>
      </Alert>
    )
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/to']} />
      <Field
        label="Receiver"
        help="A publisher handle of the receiving organisation, or its organisation ID from Settings → Organisation."
        errors={errorsAt(error, '/to')}
        className="max-w-sm"
      >
        {(controlProps) => (
          <Input
            {...controlProps}
            name="to"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <div>
        <SubmitButton variant="outline">Offer transfer</SubmitButton>
      </div>
    </form>
  )
}
