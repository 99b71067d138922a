'use client'

import { type ReactNode, useId } from 'react'
import { CodeEditor } from '../../code-editor/code-editor.tsx'
import type { EditorLanguage, Mark } from '../../code-editor/code-editor-props.ts'
import { fieldId } from '../field-id.ts'

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

/** A labelled code editor with its problems underneath. */
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
