'use client'

/** Yes or no; and, where the contract leaves it open, neither. */
import { X } from 'lucide-react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'
import type { DrawnField } from '../drawn-field.ts'
import { FieldHelp } from '../field-frame.tsx'
import { useForm } from '../form-context.ts'
import { presetOf } from '../spot.ts'
import { useControl } from '../use-control.ts'

export function CheckControl({ id, label, spot, facts, json, required, change }: DrawnField) {
  const { disabled } = useForm()
  const { 'aria-required': _, ...control } = useControl(id, facts)
  const preset = presetOf(spot)
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        {...control}
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
              {preset === undefined ? (required ? 'not answered' : 'not set') : 'default'}
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
              <span className="sr-only">Do not set {label}</span>
            </button>
          )}
        </span>
        <FieldHelp id={id} facts={facts} />
      </div>
    </div>
  )
}
