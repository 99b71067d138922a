'use client'

import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { FileButtons, type FileControlProps } from '../ui/forms/file-control.tsx'
import { BlobPreview } from './blob-view.tsx'
import { useBlobUpload } from './use-blob-upload.ts'

type BlobInputProps = FileControlProps & {
  /** A blob id. */
  value: string | undefined
  onChange: (blobId: string | undefined) => void
}

/** Uploads a file; its form cannot be submitted until it is there. */
export function BlobInput({ value, onChange, ...control }: BlobInputProps) {
  const { current, problem, take, stop, setProblem } = useBlobUpload(onChange)
  const isBusy = current !== undefined
  useHoldForm(control.wired.id, isBusy, () =>
    setProblem('The file is still uploading. Try again in a moment.'),
  )
  return (
    <FileButtons
      {...control}
      isSet={value !== undefined}
      isBusy={isBusy}
      problem={problem}
      note="Uploads immediately and is stored for a limited time."
      onFile={take}
      onRemove={() => onChange(undefined)}
    >
      {current ? (
        <span className="flex min-w-0 items-center gap-2 text-sm" role="status">
          <progress className="w-24" value={current.fraction} aria-label={`Uploading ${current.name}`} />
          <span className="truncate">{current.name}</span>
          <Button variant="ghost" size="sm" onClick={stop}>
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
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      onTry()
    }
    form.addEventListener('submit', hold, { capture: true })
    return () => form.removeEventListener('submit', hold, { capture: true })
  })
}
