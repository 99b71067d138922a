'use client'

import { type ReactNode, useId } from 'react'
import { issueText } from '#lib/errors.ts'
import { CodeEditor, type EditorLanguage, type Mark } from '../../code-editor/code-editor.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'
import { formatJson, jsonTextError, parseJson, useEditedText } from './typed-text.ts'

type CodeFieldProps = {
  pointer: string
  label: string
  help?: ReactNode
  language: EditorLanguage
  value: string
  onChange: (value: string) => void
  errors: string[]
  marks?: readonly Mark[]
  lines?: { min?: number; max?: number }
  plain?: boolean
  placeholder?: string
  aside?: ReactNode
  isLabelHidden?: boolean
}

export function CodeField({ pointer, label, help, errors, aside, isLabelHidden, ...editor }: CodeFieldProps) {
  const noteId = useId()
  const hasNote = errors.length > 0 || Boolean(help)
  return (
    <div id={fieldId(pointer)} className="grid min-w-0 gap-1.5">
      {(!isLabelHidden || aside) && (
        <div className="flex min-h-5 items-center justify-between gap-3">
          <span aria-hidden className="font-medium text-sm leading-none">
            {!isLabelHidden && label}
          </span>
          {aside}
        </div>
      )}
      <CodeEditor
        {...editor}
        label={label}
        invalid={errors.length > 0}
        describedBy={hasNote ? noteId : undefined}
      />
      {hasNote && (
        <div id={noteId} className="grid gap-1 text-sm">
          {errors.map((error) => (
            <p key={error} className="text-destructive">
              {error}
            </p>
          ))}
          {help && <div className="text-muted-foreground">{help}</div>}
        </div>
      )}
    </div>
  )
}

type JsonFieldProps = {
  pointer: string
  label: string
  help?: ReactNode
  lines?: { min?: number; max?: number }
  placeholder?: string
  aside?: ReactNode
  isLabelHidden?: boolean
}

export function JsonField({ pointer, ...field }: JsonFieldProps) {
  const { value, set, problemsIn } = useStudio()
  const [text, setText] = useEditedText({
    value: value(pointer),
    format: formatJson,
    parse: parseJson,
    onChange: (json) => set(pointer, json),
  })
  // For invalid JSON the schema errors are meaningless, so the syntax error replaces them.
  const syntaxError = jsonTextError(text)
  const problems = problemsIn(pointer).map((issue) =>
    issueText({ ...issue, path: issue.path.slice(pointer.length) }),
  )
  return (
    <CodeField
      {...field}
      pointer={pointer}
      language="json"
      value={text}
      onChange={setText}
      errors={typeof value(pointer) === 'string' && syntaxError ? [syntaxError] : [...new Set(problems)]}
    />
  )
}
