'use client'

import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { textAt } from '../edit-document.ts'
import { fieldId } from '../field-id.ts'
import { useStudio } from '../studio-context.tsx'

type TextFieldProps = {
  pointer: string
  label: ReactNode
  help?: ReactNode
  /** Characters that fit; shown as a count. */
  max?: number
  /** An empty optional field is taken out of the document. */
  optional?: boolean
  /** More than one makes it a field of several lines. */
  rows?: number
  placeholder?: string
  isCode?: boolean
  type?: 'text' | 'url'
  className?: string
}

/** One text of the document, with what is wrong with it underneath. */
export function TextField({ pointer, label, help, max, optional, rows = 1, ...rest }: TextFieldProps) {
  const { state, set, errors } = useStudio()
  const { className, isCode, type, placeholder } = rest
  const value = textAt(state.document, pointer)
  const control = {
    value,
    placeholder,
    className: isCode ? 'font-mono' : undefined,
    onChange: (event: { target: { value: string } }) =>
      set(pointer, optional && event.target.value === '' ? undefined : event.target.value),
  }
  return (
    <Field
      id={fieldId(pointer)}
      label={label}
      help={help}
      optional={optional}
      required={!optional}
      errors={errors(pointer)}
      aside={max && <Count length={value.length} max={max} />}
      className={className}
    >
      {(wired) =>
        rows > 1 ? (
          <Textarea {...wired} {...control} rows={rows} />
        ) : (
          <Input
            {...wired}
            {...control}
            type={type}
            autoComplete="off"
            spellCheck={isCode ? false : undefined}
            autoCapitalize={isCode ? 'none' : undefined}
          />
        )
      }
    </Field>
  )
}

function Count({ length, max }: { length: number; max: number }) {
  return (
    <span className={length > max ? 'text-destructive text-xs' : 'text-muted-foreground text-xs'}>
      {length}/{max}
    </span>
  )
}
