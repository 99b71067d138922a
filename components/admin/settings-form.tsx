'use client'

import type { HTMLAttributes } from 'react'
import { SavedNote } from '../accounts/form-result.tsx'
import { type ControlProps, Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input, Select, Textarea } from '../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import { SeenSetting } from './seen-setting.tsx'

export type SettingsState = { error: FormState; isSaved: boolean; values: Record<string, string> }

export type SettingField = {
  name: string
  label: string
  value: string
  /** Of `value`, so that nobody overwrites what another admin saved meanwhile; absent if the action does not compare. */
  etag?: string
  help?: string | undefined
  placeholder?: string | undefined
  unit?: string | undefined
  options?: { value: string; label: string }[]
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** True for Markdown of several lines. */
  isText?: boolean
  /** True for values that need the whole line. */
  isWide?: boolean
  /** The environment variable that sets the value. */
  fixedBy?: string | undefined
}

export type SaveSettings = (before: SettingsState, form: FormData) => Promise<SettingsState>

type SettingsFormProps = { fields: SettingField[]; save: SaveSettings }

export function SettingsForm({ fields, save }: SettingsFormProps) {
  const [{ error, isSaved, values }, form] = useFormAction(save, { error: null, isSaved: false, values: {} })
  const isAllFixed = fields.every(({ fixedBy }) => fixedBy)
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-5">
      <FormError state={error} fields={fields.map(({ name }) => `/${name}`)} />
      {fields.map(
        ({ name, etag, fixedBy }) =>
          etag && !fixedBy && <SeenSetting key={name} name={name} etag={etag} error={error} />,
      )}
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        {fields.map((field) => (
          <Field
            key={field.name}
            label={field.label}
            help={renderHelp(field)}
            errors={errorsAt(error, `/${field.name}`)}
            className={field.isWide || field.isText ? 'content-start sm:col-span-2' : 'content-start'}
          >
            {(controlProps) => (
              <Control field={field} value={values[field.name] ?? field.value} controlProps={controlProps} />
            )}
          </Field>
        ))}
      </div>
      {!isAllFixed && (
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton>Save</SubmitButton>
          <SavedNote show={isSaved}>Saved.</SavedNote>
        </div>
      )}
    </form>
  )
}

function renderHelp({ help, fixedBy }: SettingField) {
  if (!fixedBy) return help
  return (
    <>
      {help} Set by <code className="[overflow-wrap:anywhere]">{fixedBy}</code> on the server.
    </>
  )
}

function Control({
  field,
  value,
  controlProps,
}: {
  field: SettingField
  value: string
  controlProps: ControlProps
}) {
  const { name, options, unit, placeholder, inputMode, fixedBy } = field
  const shared = { ...controlProps, ...(fixedBy ? { disabled: true } : { name }) }
  if (options) {
    return (
      <Select key={value} {...shared} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    )
  }
  if (field.isText)
    return <Textarea key={value} {...shared} defaultValue={value} placeholder={placeholder} rows={3} />
  return (
    <span className="flex items-center gap-2">
      <Input
        key={value}
        {...shared}
        defaultValue={value}
        placeholder={placeholder}
        inputMode={inputMode}
        autoComplete="off"
      />
      {unit && <span className="shrink-0 text-muted-foreground text-sm">{unit}</span>}
    </span>
  )
}
