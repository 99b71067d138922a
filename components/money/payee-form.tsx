'use client'

import type { Payee } from '#lib/money/payouts/payee.ts'
import { SavedNote } from '../accounts/form-result.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field, TextareaField } from '../ui/forms/field.tsx'
import { errorsAt, FormError } from '../ui/forms/form-error.tsx'
import { Input, Label, Select } from '../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import type { MoneyFormProps, MoneyFormState } from './money-form.tsx'

type PayeeFormProps = {
  payee: Payee | null
  countries: { code: string; name: string }[]
  /** True if the site pays monthly. */
  offersMonthly: boolean
  send: MoneyFormProps['send']
}

const FIELDS = ['/name', '/address', '/country', '/taxNumber', '/payTo']

export function PayeeForm({ payee, countries, offersMonthly, send }: PayeeFormProps) {
  const { isMonthly = false, ...details } = payee ?? {}
  const values: Record<string, string> = { ...details, ...(isMonthly && { isMonthly: 'on' }) }
  const initial: MoneyFormState = { error: null, successMessage: null, values }
  const [state, form] = useFormAction(send, initial)
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-5">
      <FormError state={state.error} fields={FIELDS} />
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <Field
          label="Name"
          help="Of the person or company that is paid."
          errors={errorsAt(state.error, '/name')}
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              name="name"
              autoComplete="organization"
              defaultValue={state.values.name}
            />
          )}
        </Field>
        <Field label="Country" errors={errorsAt(state.error, '/country')}>
          {(controlProps) => (
            <Select
              key={state.values.country}
              {...controlProps}
              name="country"
              autoComplete="country"
              defaultValue={state.values.country ?? ''}
            >
              <option value="">Choose a country</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextareaField
          label="Postal address"
          errors={errorsAt(state.error, '/address')}
          name="address"
          rows={3}
          autoComplete="street-address"
          defaultValue={state.values.address}
        />
        <Field
          label="Tax number"
          optional
          help="Such as a VAT ID. It appears on statements."
          errors={errorsAt(state.error, '/taxNumber')}
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              name="taxNumber"
              autoComplete="off"
              defaultValue={state.values.taxNumber}
            />
          )}
        </Field>
        <Field
          label="Pay to"
          help="An IBAN, or the address of a wallet for USDC with its network."
          errors={errorsAt(state.error, '/payTo')}
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              name="payTo"
              autoComplete="off"
              spellCheck={false}
              defaultValue={state.values.payTo}
            />
          )}
        </Field>
      </div>
      {offersMonthly && (
        <Label className="flex items-start gap-2.5 font-normal">
          <Checkbox name="isMonthly" defaultChecked={state.values.isMonthly === 'on'} />
          Request all earnings on the first day of each month
        </Label>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>Save</SubmitButton>
        <SavedNote show={state.successMessage !== null}>{state.successMessage}</SavedNote>
      </div>
    </form>
  )
}
