'use client'

import { SelectField } from '../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { SubmitButton, useFormAction } from '../../ui/forms/submit-button.tsx'

type FormAction = (before: FormState, form: FormData) => Promise<FormState>

type Props = {
  /** Empty for the transfer of a publisher. */
  handles: string[]
  accept: FormAction | null
  decline: FormAction | null
  cancel: FormAction | null
}

export function TransferDecision({ handles, accept, decline, cancel }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {accept && <AcceptForm handles={handles} accept={accept} />}
      {decline && <EndOfferForm label="Decline" action={decline} />}
      {cancel && <EndOfferForm label="Cancel the offer" action={cancel} />}
    </div>
  )
}

function AcceptForm({ handles, accept }: { handles: string[]; accept: FormAction }) {
  const [error, form] = useFormAction<FormState>(accept, null)
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/handle']} />
      {handles.length > 0 && (
        <SelectField
          label="Publish it under"
          errors={errorsAt(error, '/handle')}
          className="max-w-sm"
          name="handle"
          options={handles}
        />
      )}
      <div>
        <SubmitButton>Accept</SubmitButton>
      </div>
    </form>
  )
}

function EndOfferForm({ label, action }: { label: string; action: FormAction }) {
  const [error, form] = useFormAction<FormState>(action, null)
  return (
    <form {...form} className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={[]} />
      <div>
        <SubmitButton variant="outline">{label}</SubmitButton>
      </div>
    </form>
  )
}
