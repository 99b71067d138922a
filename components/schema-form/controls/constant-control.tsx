'use client'

/** A value that nobody may choose: only whether it is there. */
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'
import type { DrawnField } from '../drawn-field.ts'
import { FieldFrame, FieldHelp } from '../field-frame.tsx'
import { useForm } from '../form-context.ts'
import { useControl } from '../use-control.ts'
import { JsonControl } from './json-control.tsx'
import { isSame } from './select-control.tsx'

export function ConstantControl(props: DrawnField) {
  const { id, label, spot, facts, json, required, place, change } = props
  const { disabled } = useForm()
  const { 'aria-required': _, ...control } = useControl(id, facts)
  const [only] = spot.options ?? []
  const constant = only?.value
  const isSet = isSame(json, constant)
  if (json !== undefined && !isSet) {
    return (
      <FieldFrame {...props}>
        <JsonControl {...props} isMisfit />
      </FieldFrame>
    )
  }
  // What must be there, and is, needs no words.
  if (isSet && required && place === 'property') return null
  return (
    <FieldFrame {...props} isBare>
      <div className="flex items-start gap-2.5">
        <Checkbox
          {...control}
          className="mt-px"
          checked={isSet}
          disabled={disabled}
          onCheckedChange={(isOn) => change(isOn === true ? constant : undefined)}
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
    </FieldFrame>
  )
}
