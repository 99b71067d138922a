'use client'

/** Limited in size, because the file is part of the input. Larger files use blobs (`blob-widget.tsx`). */
import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import { formatBytes } from '#lib/text/format.ts'
import { useWidget } from '../frame/field-notes.tsx'
import { FileButton, RemoveFile } from './file-button.tsx'

/** A server action accepts 4 MB (`next.config.js`); base64 adds a third. */
const MAX_FILE_BYTES = 2 * 1024 * 1024

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

/** A data URL (RFC 2397), or only its base64. */
async function readAsText(file: Blob, isDataUrl: boolean): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return isDataUrl ? url : url.slice(url.indexOf(',') + 1)
}

function describeFile(text: string): string {
  const [, type = '', isBase64] = /^data:([^,;]*)[^,]*?(;base64)?,/.exec(text) ?? []
  const body = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text
  const bytes =
    isBase64 || !text.startsWith('data:') ? Math.floor((body.replace(/=+$/, '').length * 3) / 4) : body.length
  const size = formatBytes(bytes)
  return type ? `${type}, ${size}` : size
}
