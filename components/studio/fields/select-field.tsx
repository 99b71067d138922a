'use client'

import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { textAt } from '../edit-document.ts'
import { fieldId } from '../field-id.ts'
import { useStudio } from '../studio-context.tsx'

type SelectFieldProps = {
  pointer: string
  label: ReactNode
  help?: ReactNode
  /** What the document may say, and how it reads. */
  options: Record<string, string>
  /** What an absent value means; choosing it leaves the document without one. */
  fallback?: string
  className?: string
}

/** One choice out of a few. */
export function SelectField({ pointer, label, help, options, fallback, className }: SelectFieldProps) {
  const { state, set, errors } = useStudio()
  const value = textAt(state.document, pointer) || fallback || ''
  // A document from elsewhere may say something that is no choice: it is shown, and its problem beside it.
  const isKnown = value === '' || Object.hasOwn(options, value)
  return (
    <Field id={fieldId(pointer)} label={label} help={help} errors={errors(pointer)} className={className}>
      {(wired) => (
        <Select {...wired} value={value} onChange={({ target }) => set(pointer, target.value)}>
          {!isKnown && <option value={value}>{value}</option>}
          {value === '' && <option value="">Choose…</option>}
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
