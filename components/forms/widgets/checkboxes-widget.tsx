'use client'

import type { WidgetProps } from '@rjsf/utils'
import { findPreset } from '#lib/contracts/forms/fields/field-model.ts'
import { labelFor } from '#lib/contracts/forms/fields/field-options.ts'
import { widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { isIdenticalJson, type Json } from '#lib/kernel/json/json.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { TextButton } from '../../ui/row-buttons.tsx'

/**
 * Without a value the default is ticked. Unticking all its options sends an empty list, which differs from the default.
 */
export function CheckboxesWidget(props: WidgetProps) {
  const {
    id,
    label: legend,
    field,
    json,
    required,
    checks: options = [],
    change,
    disabled,
  } = widgetField(props)
  const preset = findPreset(field)
  const isDefault = json === undefined && Array.isArray(preset)
  const effective = isDefault ? preset : json
  const chosen: Json[] = Array.isArray(effective) ? effective : []
  const unlisted = chosen.filter((option) => !options.some(({ value }) => isIdenticalJson(value, option)))
  const listed = [
    ...options,
    ...unlisted.map((value) => ({ value, label: `${labelFor(value)} (not in the list)` })),
  ]
  function toggle(toggled: Json, isOn: boolean) {
    if (!isOn) return change(chosen.filter((option) => !isIdenticalJson(option, toggled)))
    // A ticked value is inserted in the order of the contract.
    const positionOf = (value: Json) => listed.findIndex((option) => isIdenticalJson(option.value, value))
    const after = chosen.findIndex((option) => positionOf(option) > positionOf(toggled))
    change(chosen.toSpliced(after < 0 ? chosen.length : after, 0, toggled))
  }
  const state = isDefault ? 'default' : json !== undefined && chosen.length === 0 ? 'none' : ''
  const canReset = preset !== undefined && json !== undefined && !required
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
      {listed.map(({ value, label }, index) => (
        <div key={JSON.stringify(value)} className="flex min-w-0 items-center gap-2">
          <Checkbox
            id={`${id}__${index}`}
            checked={chosen.some((option) => isIdenticalJson(option, value))}
            disabled={disabled}
            onCheckedChange={(isOn) => toggle(value, isOn)}
          />
          <Label htmlFor={`${id}__${index}`} className="font-normal leading-normal">
            {label}
          </Label>
        </div>
      ))}
      {(state || canReset) && (
        <span className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
          {state}
          {canReset && (
            <TextButton fieldLabel={legend} disabled={disabled} onClick={() => change(undefined)}>
              Use the default
            </TextButton>
          )}
        </span>
      )}
    </div>
  )
}
