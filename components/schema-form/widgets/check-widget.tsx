'use client'

import type { WidgetProps } from '@rjsf/utils'
import { presetOf } from '#lib/form-model/field-model.ts'
import type { Json } from '#lib/json/json.ts'
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
        onCheckedChange={change}
      />
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <Label htmlFor={id} className="leading-normal">
            {label}
          </Label>
          <span className="text-muted-foreground text-xs">{stateOf(json, preset, required)}</span>
          {json !== undefined && !required && (
            <button
              type="button"
              className="rounded-sm text-muted-foreground text-xs underline-offset-3 hover:text-foreground hover:underline"
              disabled={disabled}
              onClick={() => change(undefined)}
            >
              {preset === undefined ? 'Set to “not set”' : 'Use the default'}
              <span className="sr-only">: {label}</span>
            </button>
          )}
        </span>
        <FieldHelp id={id} facts={facts} />
      </div>
    </div>
  )
}

/** Whether "no" is sent, or nothing: an empty box looks the same for both. */
function stateOf(json: Json | undefined, preset: Json | undefined, required: boolean): string {
  if (json !== undefined) return json === false ? 'no' : ''
  if (preset !== undefined) return `default: ${preset === true ? 'yes' : 'no'}`
  return required ? 'no answer' : 'not set'
}
