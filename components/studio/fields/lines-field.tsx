'use client'

import type { ReactNode } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { fieldId } from '../field-id.ts'
import { useStudio } from '../studio-context.tsx'
import { useEditedText } from '../use-edited-text.ts'

type LinesFieldProps = {
  pointer: string
  label: ReactNode
  help?: ReactNode
  placeholder?: string
  /** An empty required list stays in the document as an empty list. */
  required?: boolean
  rows?: number
  className?: string
}

/** A list of texts, one on each line. */
export function LinesField({
  pointer,
  label,
  help,
  placeholder,
  required,
  rows = 3,
  className,
}: LinesFieldProps) {
  const { value, set, problemsIn } = useStudio()
  const [text, setText] = useEditedText({
    value: value(pointer),
    format: formatLines,
    parse: (typed) => parseLines(typed, required),
    onChange: (lines) => set(pointer, lines),
  })
  // Problems of single lines stand with the list.
  const errors = problemsIn(pointer).map(({ message }) => message)
  return (
    <Field
      id={fieldId(pointer)}
      label={label}
      help={help}
      optional={!required}
      errors={[...new Set(errors)]}
      className={className}
    >
      {(wired) => (
        <Textarea
          {...wired}
          rows={rows}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => setText(target.value)}
          spellCheck={false}
        />
      )}
    </Field>
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
