'use client'

import { useEffect, useState } from 'react'
import { UNKNOWN_KIND } from '#lib/blobs/blob-kind.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { parseResponseError, sendFile } from '../browser/send-file.ts'
import { Button } from '../ui/button.tsx'
import { FileButtons, type FileControlProps } from '../ui/forms/file-control.tsx'
import { BlobPreview } from './blob-view.tsx'

type BlobInputProps = FileControlProps & {
  /** The id of the uploaded blob. */
  value: string | undefined
  onChange: (blobId: string | undefined) => void
}

export function BlobInput({ value, onChange, ...control }: BlobInputProps) {
  const { current, problem, upload, cancel, setProblem } = useBlobUpload(onChange)
  const isBusy = current !== undefined
  useHoldForm(control.controlProps.id, isBusy, () =>
    setProblem('The file is still uploading. Try again in a moment.'),
  )
  return (
    <FileButtons
      {...control}
      isSet={value !== undefined}
      isBusy={isBusy}
      problem={problem}
      note="Uploads immediately and is stored for a limited time."
      onFile={upload}
      onRemove={() => onChange(undefined)}
    >
      {current ? (
        <span className="flex min-w-0 items-center gap-2 text-sm" role="status">
          <progress className="w-24" value={current.fraction} aria-label={`Uploading ${current.name}`} />
          <span className="truncate">{current.name}</span>
          <Button variant="ghost" size="sm" onClick={cancel}>
            Stop
          </Button>
        </span>
      ) : (
        value !== undefined && <BlobPreview id={value} withPreview={false} />
      )}
    </FileButtons>
  )
}

/** Blocks the submission of the field's form during an upload. */
function useHoldForm(id: string, isBusy: boolean, onTry: () => void): void {
  useEffect(() => {
    const form = document.getElementById(id)?.closest('form')
    if (!form || !isBusy) return
    const holdSubmission = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      onTry()
    }
    form.addEventListener('submit', holdSubmission, { capture: true })
    return () => form.removeEventListener('submit', holdSubmission, { capture: true })
  })
}

type Upload = { name: string; fraction: number; sending: AbortController }

/** Uploads one file at a time; `onDone` gets the id of its blob. */
function useBlobUpload(onDone: (blobId: string) => void) {
  const [current, setCurrent] = useState<Upload>()
  const [problem, setProblem] = useState<string>()
  const sending = current?.sending
  useEffect(() => () => sending?.abort(), [sending])

  function upload(file: File) {
    const controller = new AbortController()
    const update = (next?: (current: Upload) => Upload) =>
      setCurrent((current) => (current?.sending === controller ? next?.(current) : current))
    setProblem(undefined)
    setCurrent({ name: file.name, fraction: 0, sending: controller })
    sendBlob(file, controller.signal, (fraction) => update((current) => ({ ...current, fraction })))
      .then(
        (blobId) => {
          setProblem(undefined)
          onDone(blobId)
        },
        (thrown: Error) => setProblem(thrown.message),
      )
      .finally(() => update())
  }
  function cancel() {
    sending?.abort()
    setCurrent(undefined)
  }
  return { current, problem, upload, cancel, setProblem }
}

/** Resolves with the id of the blob; rejects with an error whose message can be shown. `onProgress` gets 0 to 1. */
async function sendBlob(
  file: File,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const query = new URLSearchParams({ kind: file.type || UNKNOWN_KIND, name: file.name })
  const response = await sendFile(`${paths.blobs}?${query}`, file, {
    method: 'PUT',
    signal,
    onProgress: (sentBytes) => onProgress(file.size > 0 ? Math.min(1, sentBytes / file.size) : 0),
  })
  if (!response.ok) throw new Error(parseResponseError(response).message)
  return (JSON.parse(response.text) as { blob_id: string }).blob_id
}
