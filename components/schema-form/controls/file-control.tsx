'use client'

/** A file, sent inside the input as text, so there is a limit. For larger ones a contract takes blobs: `blob-control.tsx`. */
import { useState } from 'react'
import { sizeWords } from '#lib/contract/market/size-words.ts'
import type { DrawnField } from '../drawn-field.ts'
import { useForm } from '../form-context.ts'
import { FileButton, RemoveFile } from './file-button.tsx'
import { describeFile, MAX_FILE_BYTES, readAsText } from './file-text.ts'

export function FileControl({ id, label, facts, json, required, change }: DrawnField) {
  const { disabled } = useForm()
  const [problem, setProblem] = useState<string>()
  const isDataUrl = facts.format === 'data-url' || facts.contentEncoding === undefined

  async function take(file: File) {
    if (file.size > MAX_FILE_BYTES) {
      setProblem(
        `“${file.name}” is ${sizeWords(file.size)}. Files are sent inside the input and may have ${sizeWords(MAX_FILE_BYTES)}.`,
      )
      return
    }
    setProblem(undefined)
    change(await readAsText(file, isDataUrl))
  }
  return (
    <div className="grid gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <FileButton
          id={id}
          label={label}
          facts={facts}
          json={json}
          required={required}
          disabled={disabled}
          onFile={take}
        />
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
        Sent inside the input, up to {sizeWords(MAX_FILE_BYTES)}.
      </p>
    </div>
  )
}
