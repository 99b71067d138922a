'use client'

import { useState } from 'react'
import { textAt } from '../../../drafts/edit-document.ts'
import { Button } from '../../../ui/button.tsx'
import { LazyMarkdown } from '../../../ui/markdown/lazy-markdown.tsx'
import { useStudio } from '../state/studio-context.tsx'
import { CodeField } from './code-fields.tsx'

type MarkdownFieldProps = {
  pointer: string
  label: string
  optional?: boolean
  placeholder?: string
  lines?: { min?: number; max?: number }
}

export function MarkdownField({
  pointer,
  optional,
  lines = { min: 8, max: 30 },
  ...field
}: MarkdownFieldProps) {
  const { state, set, errors } = useStudio()
  const [isShown, setShown] = useState(false)
  const value = textAt(state.document, pointer)
  const toggle = (
    <Button variant="ghost" size="sm" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
      {isShown ? 'Write' : 'Preview'}
    </Button>
  )
  if (isShown) {
    return (
      <div className="grid gap-1.5">
        <div className="flex items-center justify-between gap-3">
          <span className="font-medium text-sm">{field.label}</span>
          {toggle}
        </div>
        <div className="min-h-44 rounded-md border border-border bg-card px-4 py-3">
          {value ? (
            <LazyMarkdown text={value} />
          ) : (
            <p className="text-muted-foreground">Nothing written yet.</p>
          )}
        </div>
      </div>
    )
  }
  return (
    <CodeField
      {...field}
      pointer={pointer}
      language="markdown"
      plain
      lines={lines}
      value={value}
      errors={errors(pointer)}
      aside={toggle}
      onChange={(text) => set(pointer, optional && text === '' ? undefined : text)}
    />
  )
}
