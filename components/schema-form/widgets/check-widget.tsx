'use client'

import type { WidgetProps } from '@rjsf/utils'
import { X } from 'lucide-react'
import { presetOf } from '#lib/form-model/field-model.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { FieldHelp, useWidget } from '../frame/field-notes.tsx'

export function CheckWidget(props: WidgetProps) {
  const { id, label, field, facts, json, required, change, disabled, control } = useWidget(props)
  const { 'aria-required': _, ...checkbox } = control
  const preset = presetOf(field)
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        {...checkbox}
        className="mt-px"
        checked={json === undefined ? preset === true : json === true}
        disabled={disabled}
        onCheckedChange={(isOn) => change(isOn === true)}
      />
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <Label htmlFor={id} className="leading-normal">
            {label}
          </Label>
          {json === undefined && (
            <span className="text-muted-foreground text-xs">
              {preset === undefined ? (required ? 'no answer' : 'not set') : 'default'}
            </span>
          )}
          {json !== undefined && !required && (
            <button
              type="button"
              className="inline-flex items-center gap-0.5 rounded-sm text-muted-foreground text-xs hover:text-foreground"
              disabled={disabled}
              onClick={() => change(undefined)}
            >
              {json === false && 'no '}
              <X className="size-3" aria-hidden />
              <span className="sr-only">Clear {label}</span>
            </button>
          )}
        </span>
        <FieldHelp id={id} facts={facts} />
      </div>
    </div>
  )
}
