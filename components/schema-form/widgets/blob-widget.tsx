'use client'

import type { WidgetProps } from '@rjsf/utils'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { UNKNOWN_KIND } from '#lib/blobs/blob-kind.ts'
import { paths } from '#lib/site/paths.ts'
import { BlobPreview } from '../../blob/blob-view.tsx'
import { errorIn, sendFile } from '../../browser/send-file.ts'
import { Button } from '../../ui/button.tsx'
import { useWidget } from '../frame/field-notes.tsx'
import { FileButton, RemoveFile } from './file-button.tsx'

type Upload = { name: string; fraction: number; sending: AbortController }

export function BlobWidget(props: WidgetProps) {
  const field = useWidget(props)
  const { label, json, change, disabled } = field
  const input = useRef<HTMLInputElement>(null)
  const [current, setCurrent] = useState<Upload>()
  const [problem, setProblem] = useState<string>()
  const sending = current?.sending
  useEffect(() => () => sending?.abort(), [sending])
  useHoldForm(input, sending !== undefined, () =>
    setProblem('The file is still uploading. Try again in a moment.'),
  )

  function take(file: File) {
    const begun = new AbortController()
    const update = (next?: (now: Upload) => Upload) =>
      setCurrent((now) => (now?.sending === begun ? next?.(now) : now))
    setProblem(undefined)
    setCurrent({ name: file.name, fraction: 0, sending: begun })
    upload(file, begun.signal, (fraction) => update((now) => ({ ...now, fraction })))
      .then(
        (blobId) => {
          setProblem(undefined)
          change(blobId)
        },
        (thrown: Error) => setProblem(thrown.message),
      )
      .finally(() => update())
  }
  function stop() {
    sending?.abort()
    setCurrent(undefined)
  }

  return (
    <div className="grid gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <FileButton field={field} disabled={current !== undefined} onFile={take} input={input} />
        {current && (
          <span className="flex min-w-0 items-center gap-2 text-sm" role="status">
            <progress className="w-24" value={current.fraction} aria-label={`Uploading ${current.name}`} />
            <span className="truncate">{current.name}</span>
            <Button variant="ghost" size="sm" onClick={stop}>
              Stop
            </Button>
          </span>
        )}
        {!current && typeof json === 'string' && (
          <RemoveFile label={label} disabled={disabled} onRemove={() => change(undefined)} />
        )}
      </div>
      {!current && typeof json === 'string' && <BlobPreview id={json} withPreview={false} />}
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

/** Resolves with the blob id; rejects with a message. `onProgress` gets 0…1. */
async function upload(
  file: File,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const query = new URLSearchParams({ kind: file.type || UNKNOWN_KIND, name: file.name })
  const answer = await sendFile(`${paths.blobs}?${query}`, file, {
    method: 'PUT',
    signal,
    onProgress: (sentBytes) => onProgress(file.size > 0 ? Math.min(1, sentBytes / file.size) : 0),
  })
  if (!answer.ok) throw new Error(errorIn(answer).message)
  return (JSON.parse(answer.text) as { blob_id: string }).blob_id
}
