'use client'

/** Limited in size, because the file is part of the input. Larger files use blobs (`blob-widget.tsx`). */
import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import { formatBytes } from '#lib/text/format.ts'
import { useWidget } from '../frame/field-notes.tsx'
import { FileButton, RemoveFile } from './file-button.tsx'
import { describeFile, MAX_FILE_BYTES, readAsText } from './file-text.ts'

export function FileWidget(props: WidgetProps) {
  const field = useWidget(props)
  const { label, facts, json, change, disabled } = field
  const [problem, setProblem] = useState<string>()
  const isDataUrl = facts.format === 'data-url' || facts.contentEncoding === undefined

  async function take(file: File) {
    if (file.size > MAX_FILE_BYTES) {
      setProblem(
        `“${file.name}” is ${formatBytes(file.size)}. The maximum file size is ${formatBytes(MAX_FILE_BYTES)}.`,
      )
      return
    }
    setProblem(undefined)
    change(await readAsText(file, isDataUrl))
  }
  return (
    <div className="grid gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <FileButton field={field} onFile={take} />
        {typeof json === 'string' && (
          <span className="flex min-w-0 items-center gap-1 text-sm">
            <span className="truncate">{describeFile(json)}</span>
            <RemoveFile label={label} disabled={disabled} onRemove={() => change(undefined)} />
          </span>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <p className="text-muted-foreground text-xs">
        Sent as part of the input, up to {formatBytes(MAX_FILE_BYTES)}.
      </p>
    </div>
  )
}
