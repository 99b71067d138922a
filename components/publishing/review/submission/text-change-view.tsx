'use client'

import { useMemo, useState } from 'react'
import type { TextChange } from '#lib/publishing/review/review-views.ts'
import { CodeDiff } from '../../../code-editor/code-diff.tsx'
import { CodeEditor } from '../../../code-editor/code-editor.tsx'
import type { LineNote } from '../../../code-editor/line-notes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LineCommentForm, type LineCommentFormProps } from './line-comment-form.tsx'

type TextChangeProps = {
  change: TextChange
  ownerName: string
  marksNew?: boolean
  /** For reviewers: a click on a line number begins a comment on that line. */
  commenting?: Omit<LineCommentFormProps, 'line' | 'onLine'> | undefined
  notes?: readonly LineNote[]
}

const NO_NOTES: readonly LineNote[] = []

export function TextChangeView(props: TextChangeProps) {
  const { change, ownerName, marksNew, commenting, notes = NO_NOTES } = props
  const { title, before, after, language } = change
  const [line, setLine] = useState('')
  const label = `${title} of ${ownerName}`
  const isCommentable = commenting !== undefined
  const notesKey = JSON.stringify(notes)
  const lineOptions = useMemo(
    () => ({
      // The page passes equal notes with each rendering, which must not build the editor again.
      notes: JSON.parse(notesKey) as LineNote[],
      onLine: isCommentable ? (chosen: number) => setLine(String(chosen)) : undefined,
    }),
    [notesKey, isCommentable],
  )
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h4 className="flex items-center gap-2 font-medium text-sm">
        {title}
        {marksNew && before === undefined && <Badge variant="accent">new</Badge>}
        {after === undefined && <Badge variant="destructive">removed</Badge>}
        {before === after && <Badge>unchanged</Badge>}
      </h4>
      {before !== undefined && after !== undefined && before !== after ? (
        <CodeDiff
          before={before}
          after={after}
          language={language}
          label={label}
          maxLines={60}
          lineOptions={lineOptions}
        />
      ) : (
        <CodeEditor
          value={after ?? before ?? ''}
          language={language}
          label={label}
          readOnly
          wraps
          plain={language === 'markdown'}
          lines={{ min: 1, max: 60 }}
          lineOptions={lineOptions}
        />
      )}
      {commenting && <LineCommentForm {...commenting} line={line} onLine={setLine} />}
    </div>
  )
}
