'use client'

import type { ReactNode } from 'react'
import { issueText } from '#lib/errors.ts'
import { formatJson, parseJson, whyNotJson } from '../json-text.ts'
import { useStudio } from '../studio-context.tsx'
import { useEditedText } from '../use-edited-text.ts'
import { CodeField } from './code-field.tsx'

type JsonFieldProps = {
  pointer: string
  label: string
  help?: ReactNode
  lines?: { min?: number; max?: number }
  placeholder?: string
  aside?: ReactNode
  isLabelHidden?: boolean
}

/** Any JSON of the document as text; every problem at or below it stands underneath. */
export function JsonField({ pointer, ...field }: JsonFieldProps) {
  const { value, set, problemsIn } = useStudio()
  const [text, setText] = useEditedText({
    value: value(pointer),
    format: formatJson,
    parse: parseJson,
    onChange: (json) => set(pointer, json),
  })
  // Of text that is no JSON the rules can only say that it is none of what they ask for.
  const whyNot = whyNotJson(text)
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
      errors={typeof value(pointer) === 'string' && whyNot ? [whyNot] : [...new Set(problems)]}
    />
  )
}
