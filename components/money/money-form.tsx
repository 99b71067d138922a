'use client'

import type { HTMLAttributes } from 'react'
import { SavedNote } from '../accounts/form-result.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'

export type MoneyFormState = {
  error: FormState
  successMessage: string | null
  values: Record<string, string>
}

type MoneyField = {
  name: string
  label: string
  help?: string
  value?: string
  placeholder?: string
  optional?: boolean
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
}

export type MoneyFormProps = {
  fields: MoneyField[]
  hidden?: Record<string, string>
  submit: string
  send: (before: MoneyFormState, form: FormData) => Promise<MoneyFormState>
}

export function MoneyForm({ fields, hidden = {}, submit, send }: MoneyFormProps) {
  const values = Object.fromEntries(fields.map(({ name, value = '' }) => [name, value]))
  const [state, form] = useFormAction(send, { error: null, successMessage: null, values })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={state.error} fields={fields.map(({ name }) => `/${name}`)} />
      <div className="flex flex-wrap items-start gap-4">
        {fields.map(({ name, label, help, placeholder, optional, inputMode }) => (
          <Field
            key={name}
            label={label}
            help={help}
            optional={optional}
            errors={errorsAt(state.error, `/${name}`)}
            className="w-full sm:w-64"
          >
            {(controlProps) => (
              <Input
                {...controlProps}
                name={name}
                inputMode={inputMode}
                placeholder={placeholder}
                autoComplete="off"
                defaultValue={state.values[name]}
              />
            )}
          </Field>
        ))}
      </div>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>{submit}</SubmitButton>
        <SavedNote show={state.successMessage !== null}>{state.successMessage}</SavedNote>
      </div>
    </form>
  )
}
