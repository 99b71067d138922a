'use client'

import type { WidgetProps } from '@rjsf/utils'
import type { ReactNode } from 'react'
import { findPreset } from '#lib/contracts/forms/fields/field-model.ts'
import { type DrawnField, widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { isIdenticalJson } from '#lib/kernel/json/json.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { TextButton } from '../../ui/row-buttons.tsx'

/** Without a default, an empty box is either “no” or no answer, which look the same. */
export function CheckWidget(props: WidgetProps) {
  const field = widgetField(props)
  const { label, json, required, change, disabled } = field
  const preset = findPreset(field.field)
  return (
    <CheckRow
      field={field}
      label={label}
      checked={json === undefined ? preset === true : json === true}
      onChange={change}
    >
      {preset === undefined && json === undefined && (
        <span className="text-muted-foreground text-xs">{required ? 'no answer' : 'not set'}</span>
      )}
      {preset === undefined && json !== undefined && !required && (
        <TextButton fieldLabel={label} disabled={disabled} onClick={() => change(undefined)}>
          Set to “not set”
        </TextButton>
      )}
    </CheckRow>
  )
}

export function ConstantWidget(props: WidgetProps) {
  const field = widgetField(props)
  const { label, json, change } = field
  const [only] = field.field.options ?? []
  const constant = only?.value
  return (
    <CheckRow
      field={field}
      checked={json !== undefined && isIdenticalJson(json, constant)}
      onChange={(isOn) => change(isOn ? constant : undefined)}
      label={
        <>
          {label}
          {constant !== true && (
            <code className="font-mono font-normal text-muted-foreground text-xs">{only?.label}</code>
          )}
        </>
      }
    />
  )
}

type CheckRowProps = {
  field: DrawnField
  label: ReactNode
  checked: boolean
  onChange: (isOn: boolean) => void
  children?: ReactNode
}

function CheckRow({ field, label, checked, onChange, children }: CheckRowProps) {
  // A checkbox cannot be required: "no" is an answer.
  const { 'aria-required': _, ...controlProps } = field.control
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        {...controlProps}
        className="mt-px"
        checked={checked}
        disabled={field.disabled}
        onCheckedChange={onChange}
      />
      <span data-check-label className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Label htmlFor={controlProps.id} className="leading-normal">
          {label}
        </Label>
        {children}
      </span>
    </div>
  )
}
