'use client'

import type { ReactNode } from 'react'
import { InputField } from '../../../ui/forms/field.tsx'
import { useEditedText } from '../../../ui/forms/use-edited-text.ts'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'
import { formatTyped, parseTyped } from './typed-text.ts'

type NumberFieldProps = { pointer: string; label: ReactNode; help?: ReactNode; placeholder?: string }

/** A whole number that may be absent. */
export function NumberField({ pointer, label, help, placeholder }: NumberFieldProps) {
  const { value, set, errors } = useStudio()
  const [text, setText] = useEditedText({
    value: value(pointer),
    format: formatTyped,
    parse: (typed) => parseTyped(typed, 'integer'),
    onChange: (number) => set(pointer, number),
  })
  return (
    <InputField
      id={fieldId(pointer)}
      label={label}
      help={help}
      errors={errors(pointer)}
      optional
      inputMode="numeric"
      placeholder={placeholder}
      value={text}
      onChange={setText}
    />
  )
}
