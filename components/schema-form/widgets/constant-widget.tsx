'use client'

import type { WidgetProps } from '@rjsf/utils'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { FieldHelp, useWidget } from '../frame/field-notes.tsx'
import { isSame } from './select-widget.tsx'

export function ConstantWidget(props: WidgetProps) {
  const { id, label, field, facts, json, change, disabled, control } = useWidget(props)
  const { 'aria-required': _, ...checkbox } = control
  const [only] = field.options ?? []
  const constant = only?.value
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        {...checkbox}
        className="mt-px"
        checked={json !== undefined && isSame(json, constant)}
        disabled={disabled}
        onCheckedChange={(isOn) => change(isOn ? constant : undefined)}
      />
      <div className="grid min-w-0 gap-1">
        <Label htmlFor={id} className="leading-normal">
          {label}
          {constant !== true && (
            <code className="font-mono font-normal text-muted-foreground text-xs">{only?.label}</code>
          )}
        </Label>
        <FieldHelp id={id} facts={facts} />
      </div>
    </div>
  )
}
