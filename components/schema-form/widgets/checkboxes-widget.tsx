'use client'

import type { WidgetProps } from '@rjsf/utils'
import { widgetField } from '#lib/form-model/drawn-field.ts'
import { labelFor } from '#lib/form-model/field-options.ts'
import { isIdenticalJson, type Json } from '#lib/json/json.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Label } from '../../ui/forms/input.tsx'

export function CheckboxesWidget(props: WidgetProps) {
  const { id, json, checks: options = [], change, disabled } = widgetField(props)
  const chosen: Json[] = Array.isArray(json) ? json : []
  const strays = chosen.filter((each) => !options.some(({ value }) => isIdenticalJson(value, each)))
  const listed = [
    ...options,
    ...strays.map((value) => ({ value, label: `${labelFor(value)} (not in the list)` })),
  ]
  function toggle(toggled: Json, isOn: boolean) {
    if (!isOn) return change(chosen.filter((each) => !isIdenticalJson(each, toggled)))
    // Inserted in the contract's order.
    const positionOf = (value: Json) => listed.findIndex((each) => isIdenticalJson(each.value, value))
    const after = chosen.findIndex((each) => positionOf(each) > positionOf(toggled))
    change(chosen.toSpliced(after < 0 ? chosen.length : after, 0, toggled))
  }
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2.5">
      {listed.map(({ value, label }, index) => (
        <div key={JSON.stringify(value)} className="flex min-w-0 items-center gap-2">
          <Checkbox
            id={`${id}__${index}`}
            checked={chosen.some((each) => isIdenticalJson(each, value))}
            disabled={disabled}
            onCheckedChange={(isOn) => toggle(value, isOn)}
          />
          <Label htmlFor={`${id}__${index}`} className="font-normal leading-normal">
            {label}
          </Label>
        </div>
      ))}
    </div>
  )
}
