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
  /** Shown if the property is absent. */
  fallback?: string
  /** The choice that removes the property, if there is no default. */
  none?: string
  className?: string
}

export function SelectField({ pointer, label, help, options, fallback, none, className }: SelectFieldProps) {
  const { state, set, errors } = useStudio()
  const value = textAt(state.document, pointer) || fallback || ''
  // An unknown value is shown with its problem.
  const isKnown = value === '' || Object.hasOwn(options, value)
  return (
    <Field id={fieldId(pointer)} label={label} help={help} errors={errors(pointer)} className={className}>
      {(wired) => (
        <Select {...wired} value={value} onChange={({ target }) => set(pointer, target.value || undefined)}>
          {!isKnown && <option value={value}>{value}</option>}
          {(value === '' || none !== undefined) && <option value="">{none ?? 'Choose…'}</option>}
          {Object.entries(options).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
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
