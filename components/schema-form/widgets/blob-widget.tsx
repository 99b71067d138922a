'use client'

import type { WidgetProps } from '@rjsf/utils'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { UNKNOWN_KIND } from '#lib/blobs/blob-kind.ts'
import { paths } from '#lib/site/paths.ts'
import { BlobPreview } from '../../blob/blob-view.tsx'
import { Button } from '../../ui/button.tsx'
import { useWidget } from '../frame/field-notes.tsx'
import { FileButton, RemoveFile } from './file-button.tsx'

type Upload = { name: string; fraction: number; sending: Sending }

export function BlobWidget(props: WidgetProps) {
  const field = useWidget(props)
  const { label, json, change, disabled } = field
  const input = useRef<HTMLInputElement>(null)
  const [upload, setUpload] = useState<Upload>()
  const [problem, setProblem] = useState<string>()
  const sending = upload?.sending
  useEffect(() => () => sending?.cancel(), [sending])
  useHoldForm(input, sending !== undefined, () =>
    setProblem('The file is still uploading. Try again in a moment.'),
  )

  function take(file: File) {
    setProblem(undefined)
    const begun = sendFile(file, (fraction) =>
      setUpload((now) => (now?.sending === begun ? { ...now, fraction } : now)),
    )
    setUpload({ name: file.name, fraction: 0, sending: begun })
    begun.result
      .then(
        (blobId) => {
          setProblem(undefined)
          change(blobId)
        },
        (thrown: Error) => setProblem(thrown.message),
      )
      .finally(() => setUpload((now) => (now?.sending === begun ? undefined : now)))
  }
  function stop() {
    upload?.sending.cancel()
    setUpload(undefined)
  }

  return (
    <div className="grid gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <FileButton field={field} disabled={upload !== undefined} onFile={take} input={input} />
        {upload && (
          <span className="flex min-w-0 items-center gap-2 text-sm" role="status">
            <progress className="w-24" value={upload.fraction} aria-label={`Uploading ${upload.name}`} />
            <span className="truncate">{upload.name}</span>
            <Button variant="ghost" size="sm" onClick={stop}>
              Stop
            </Button>
          </span>
        )}
        {!upload && typeof json === 'string' && (
          <RemoveFile label={label} disabled={disabled} onRemove={() => change(undefined)} />
        )}
      </div>
      {!upload && typeof json === 'string' && <BlobPreview id={json} withPreview={false} />}
      {problem && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <p className="text-muted-foreground text-xs">Uploads immediately and is stored for a limited time.</p>
    </div>
  )
}

/** Blocks submission during an upload. */
function useHoldForm(field: RefObject<HTMLInputElement | null>, isBusy: boolean, onTry: () => void): void {
  useEffect(() => {
    const form = field.current?.form
    if (!form || !isBusy) return
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      onTry()
    }
    form.addEventListener('submit', hold, { capture: true })
    return () => form.removeEventListener('submit', hold, { capture: true })
  })
}

type Sending = { result: Promise<string>; cancel: () => void }

/** `fetch` does not report progress. Resolves with the blob id; rejects with a message. `onProgress` gets 0…1. */
function sendFile(file: File, onProgress: (fraction: number) => void): Sending {
  const request = new XMLHttpRequest()
  const query = new URLSearchParams({ kind: file.type || UNKNOWN_KIND, name: file.name })
  const result = new Promise<string>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { blob_id, error } = read(request.responseText)
      if (request.status === 201 && blob_id) resolve(blob_id)
      else reject(new Error(error?.message ?? 'The file could not be stored.'))
    }
    request.onerror = () => reject(new Error('The connection was lost during the upload.'))
  })
  request.open('PUT', `${paths.blobs}?${query}`)
  request.send(file)
  return { result, cancel: () => request.abort() }
}

function read(text: string): { blob_id?: string; error?: { message: string } } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
