'use client'

import { type ReactNode, useId } from 'react'
import { Label } from '../../ui/label.tsx'
import { Switch } from '../../ui/switch.tsx'
import { fieldId } from '../field-id.ts'
import { useStudio } from '../studio-context.tsx'

type SwitchFieldProps = {
  pointer: string
  label: ReactNode
  help?: ReactNode
  /** Leaves the document without the property when it is off. */
  optional?: boolean
}

/** Yes or no. */
export function SwitchField({ pointer, label, help, optional }: SwitchFieldProps) {
  const { value, set, errors } = useStudio()
  const helpId = useId()
  const problems = errors(pointer)
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3">
        <Switch
          id={fieldId(pointer)}
          checked={value(pointer) === true}
          aria-describedby={help ? helpId : undefined}
          onCheckedChange={(isOn) => set(pointer, isOn || !optional ? isOn : undefined)}
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
