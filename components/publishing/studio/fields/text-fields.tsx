'use client'

import type { ReactNode } from 'react'
import type { Json } from '#lib/kernel/json/json.ts'
import { textAt } from '../../../drafts/edit-document.ts'
import { Field, TextareaField } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { useEditedText } from '../../../ui/forms/use-edited-text.ts'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'

type TextFieldProps = {
  pointer: string
  label: ReactNode
  help?: ReactNode
  max?: number
  optional?: boolean
  rows?: number
  placeholder?: string
  isCode?: boolean
  type?: 'text' | 'url'
  className?: string
  /** Is called with each text that the person enters, after it was set. */
  onEdit?: (text: string) => void
}

export function TextField({ pointer, label, help, max, optional, rows = 1, ...rest }: TextFieldProps) {
  const { state, set, errors } = useStudio()
  const { className, isCode, type, placeholder, onEdit } = rest
  const value = textAt(state.document, pointer)
  const control = {
    value,
    placeholder,
    className: isCode ? 'font-mono' : undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      set(pointer, optional && target.value === '' ? undefined : target.value)
      onEdit?.(target.value)
    },
  }
  return (
    <Field
      id={fieldId(pointer)}
      label={label}
      help={help}
      optional={optional}
      required={!optional}
      errors={errors(pointer)}
      aside={max && <CharacterCount length={value.length} max={max} />}
      className={className}
    >
      {(controlProps) =>
        rows > 1 ? (
          <Textarea {...controlProps} {...control} rows={rows} />
        ) : (
          <Input
            {...controlProps}
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

function CharacterCount({ length, max }: { length: number; max: number }) {
  return (
    <span className={length > max ? 'text-destructive text-xs' : 'text-muted-foreground text-xs'}>
      {length}/{max}
    </span>
  )
}

type LinesFieldProps = {
  pointer: string
  label: ReactNode
  help?: ReactNode
  placeholder?: string
  required?: boolean
  rows?: number
}

export function LinesField({ pointer, label, help, placeholder, required, rows = 3 }: LinesFieldProps) {
  const { value, set, problemsIn } = useStudio()
  const [text, setText] = useEditedText({
    value: value(pointer),
    format: formatLines,
    parse: (typed) => parseLines(typed, required),
    onChange: (lines) => set(pointer, lines),
  })
  const errors = problemsIn(pointer).map(({ message }) => message)
  return (
    <TextareaField
      id={fieldId(pointer)}
      label={label}
      help={help}
      optional={!required}
      errors={[...new Set(errors)]}
      rows={rows}
      placeholder={placeholder}
      value={text}
      onChange={setText}
      spellCheck={false}
    />
  )
}

function formatLines(value: Json | undefined): string {
  return Array.isArray(value) ? value.map(String).join('\n') : ''
}

function parseLines(text: string, required = false): string[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length > 0 || required ? lines : undefined
}
