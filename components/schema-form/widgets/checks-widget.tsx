'use client'

import type { WidgetProps } from '@rjsf/utils'
import { type FieldOption, labelFor } from '#lib/form-model/field-options.ts'
import { isIdenticalJson, type Json } from '#lib/json/json.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { useWidget } from '../frame/field-notes.tsx'

export function ChecksWidget(props: WidgetProps) {
  const { id, json, checks: options = [], change, disabled } = useWidget(props)
  const chosen: Json[] = Array.isArray(json) ? json : []
  const strays = chosen.filter((each) => !options.some(({ value }) => isIdenticalJson(value, each)))
  const listed = [
    ...options,
    ...strays.map((value) => ({ value, label: `${labelFor(value)} (not in the list)` })),
  ]

  function toggle(option: FieldOption, isOn: boolean) {
    if (!isOn) return change(chosen.filter((each) => !isIdenticalJson(each, option.value)))
    // In the order of the contract.
    const positionOf = (value: Json) => listed.findIndex((each) => isIdenticalJson(each.value, value))
    const after = chosen.findIndex((each) => positionOf(each) > positionOf(option.value))
    change(chosen.toSpliced(after < 0 ? chosen.length : after, 0, option.value))
  }
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2.5">
      {listed.map((option, index) => (
        <div key={JSON.stringify(option.value)} className="flex min-w-0 items-center gap-2">
          <Checkbox
            id={`${id}__${index}`}
            checked={chosen.some((each) => isIdenticalJson(each, option.value))}
            disabled={disabled}
            onCheckedChange={(isOn) => toggle(option, isOn)}
          />
          <Label htmlFor={`${id}__${index}`} className="font-normal leading-normal">
            {option.label}
          </Label>
        </div>
      ))}
    </div>
  )
}
