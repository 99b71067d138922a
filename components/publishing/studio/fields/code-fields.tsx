'use client'

import { type ReactNode, useId } from 'react'
import { issueText } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { CodeEditor, type EditorLanguage, type Mark } from '../../../code-editor/code-editor.tsx'
import { Button } from '../../../ui/button.tsx'
import { useEditedText } from '../../../ui/forms/use-edited-text.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'
import { formatJson, jsonTextError, parseJson } from './typed-text.ts'

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
  // While the text is no JSON, problems of the value mean nothing, and only the syntax error is shown.
  const syntaxError = jsonTextError(text)
  const problems = problemsIn(pointer).map((issue) =>
    issueText({ ...issue, path: issue.path.slice(pointer.length) }),
  )
  const isInvalid = typeof value(pointer) === 'string' && syntaxError !== undefined
  return (
    <CodeField
      {...field}
      pointer={pointer}
      help={
        isInvalid ? <ConvertOffer text={text} onConvert={(json) => setText(formatJson(json))} /> : field.help
      }
      language="json"
      value={text}
      onChange={setText}
      errors={isInvalid ? [syntaxError] : [...new Set(problems)]}
    />
  )
}

const loadReader = () => import('#lib/contracts/source/object-text.ts')

function ConvertOffer({ text, onConvert }: { text: string; onConvert: (json: Json) => void }) {
  const reader = useLoaded(loadReader)
  const read = reader?.readObjectText(text)
  if (!read || read.fault) return null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      This is JavaScript object text.
      <Button size="sm" variant="outline" onClick={() => onConvert(read.value)}>
        Convert to JSON
      </Button>
    </span>
  )
}
