'use client'

import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fieldId } from '../field-id.ts'
import { formatTyped, parseTyped } from '../schema/typed-text.ts'
import { useStudio } from '../studio-context.tsx'
import { useEditedText } from '../use-edited-text.ts'

type NumberFieldProps = { pointer: string; label: ReactNode; help?: ReactNode; placeholder?: string }

/** An optional whole number. What is no number stays as it was typed, with its problem beside it. */
export function NumberField({ pointer, label, help, placeholder }: NumberFieldProps) {
  const { value, set, errors } = useStudio()
  const [text, setText] = useEditedText({
    value: value(pointer),
    format: formatTyped,
    parse: (typed) => parseTyped(typed, 'integer'),
    onChange: (number) => set(pointer, number),
  })
  return (
    <Field id={fieldId(pointer)} label={label} help={help} errors={errors(pointer)} optional>
      {(wired) => (
        <Input
          {...wired}
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
}
