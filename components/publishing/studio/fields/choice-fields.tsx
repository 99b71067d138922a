'use client'

import { type ReactNode, useId } from 'react'
import { textAt } from '../../../drafts/edit-document.ts'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Label, Select } from '../../../ui/forms/input.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'

type SelectFieldProps = {
  pointer: string
  label: ReactNode
  help?: ReactNode
  options: Record<string, string>
  /** The option that is shown as chosen while the property is absent. */
  defaultOption?: string
  /** The label of an option that removes the property, for a property without a default. */
  emptyLabel?: string
  className?: string
}

export function SelectField({
  pointer,
  label,
  help,
  options,
  defaultOption,
  emptyLabel,
  className,
}: SelectFieldProps) {
  const { state, set, errors } = useStudio()
  const value = textAt(state.document, pointer) || defaultOption || ''
  // A value that is no option is listed as well, so that it can be seen beside its problem.
  const isKnown = value === '' || Object.hasOwn(options, value)
  return (
    <Field id={fieldId(pointer)} label={label} help={help} errors={errors(pointer)} className={className}>
      {(controlProps) => (
        <Select
          {...controlProps}
          value={value}
          onChange={({ target }) => set(pointer, target.value || undefined)}
        >
          {!isKnown && <option value={value}>{value}</option>}
          {(value === '' || emptyLabel !== undefined) && <option value="">{emptyLabel ?? 'Choose…'}</option>}
          {Object.entries(options).map(([key, optionLabel]) => (
            <option key={key} value={key}>
              {optionLabel}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type SwitchFieldProps = {
  pointer: string
  label: ReactNode
  help?: ReactNode
  optional?: boolean
  onValue?: string
}

export function SwitchField({ pointer, label, help, optional, onValue }: SwitchFieldProps) {
  const { value, set, errors } = useStudio()
  const helpId = useId()
  const problems = errors(pointer)
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3">
        <Switch
          id={fieldId(pointer)}
          checked={value(pointer) === (onValue ?? true)}
          aria-describedby={help ? helpId : undefined}
          onCheckedChange={(isOn) => set(pointer, isOn ? (onValue ?? true) : optional ? undefined : false)}
        />
        <Label htmlFor={fieldId(pointer)}>{label}</Label>
      </div>
      {help && (
        <p id={helpId} className="text-muted-foreground text-sm">
          {help}
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} className="text-destructive text-sm">
          {problem}
        </p>
      ))}
    </div>
  )
}
