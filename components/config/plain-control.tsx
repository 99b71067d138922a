'use client'

import { useId } from 'react'
import type { Json } from '#lib/json/json.ts'
import type { ConfigDefinition } from '#lib/skillset/document/skillset-document.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Input, Label, Select } from '../ui/forms/input.tsx'

export type PlainControlProps = {
  id: string
  definition: ConfigDefinition
  value: Json
  onChange: (value: Json) => void
  help?: string
  errors: string[]
  disabled: boolean
}

export function PlainControl(props: PlainControlProps) {
  const { id, definition, value, onChange, help, errors, disabled } = props
  const { type, label, required } = definition
  if (type === 'MULTI_SELECT') return <ManyOf {...props} />
  return (
    <Field id={id} label={label} help={help} errors={errors} required={required} optional={!required}>
      {(wired) =>
        type === 'SELECT' || type === 'BOOLEAN' ? (
          <Select
            {...wired}
            disabled={disabled}
            value={String(value)}
            onChange={({ target }) => onChange(chosenValue(definition, target.value))}
          >
            <option value="">{unsetLabel(definition)}</option>
            {choicesOf(definition).map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...wired}
            disabled={disabled}
            inputMode={type === 'NUMBER' ? 'decimal' : undefined}
            autoComplete="off"
            placeholder={definition.defaultValue}
            value={String(value)}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  )
}

function ManyOf({ id, definition, value, onChange, help, errors, disabled }: PlainControlProps) {
  const helpId = useId()
  const chosen = Array.isArray(value) ? value : []
  const describedBy = help || errors.length > 0 ? helpId : undefined
  return (
    <fieldset id={id} tabIndex={-1} className="grid gap-2.5" aria-describedby={describedBy}>
      <legend className="mb-2 font-medium text-sm">
        {definition.label}
        {!definition.required && <span className="ml-1.5 font-normal text-muted-foreground">optional</span>}
      </legend>
      {(definition.options ?? []).map((option) => (
        <Label key={option} className="flex items-center gap-2.5 font-normal">
          <Checkbox
            disabled={disabled}
            checked={chosen.includes(option)}
            onCheckedChange={(checked) =>
              onChange(checked === true ? [...chosen, option] : chosen.filter((each) => each !== option))
            }
          />
          {option}
        </Label>
      ))}
      {describedBy && (
        <p id={helpId} className="grid gap-0.5 text-sm">
          {errors.map((error) => (
            <span key={error} className="text-destructive">
              {error}
            </span>
          ))}
          {help && <span className="text-muted-foreground">{help}</span>}
        </p>
      )}
    </fieldset>
  )
}

function chosenValue({ type }: ConfigDefinition, text: string): Json {
  return type === 'BOOLEAN' && text !== '' ? text === 'true' : text
}

function choicesOf({ type, options = [] }: ConfigDefinition): { value: string; label: string }[] {
  if (type !== 'BOOLEAN') return options.map((option) => ({ value: option, label: option }))
  return [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ]
}

function unsetLabel(definition: ConfigDefinition): string {
  const { defaultValue } = definition
  if (defaultValue === undefined) return 'Not set'
  const choice = choicesOf(definition).find(({ value }) => value === defaultValue)
  return `Default: ${choice?.label ?? defaultValue}`
}
