'use client'

/** A file as the value of a field: within the input, or as a blob. */
import type { WidgetProps } from '@rjsf/utils'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { describeFileText, readFileText } from '#lib/form-model/typed-text/file-text.ts'
import { formatBytes } from '#lib/text/format.ts'
import { BlobPreview } from '../../blob/blob-view.tsx'
import { useBlobUpload } from '../../blob/use-blob-upload.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/forms/file-picker.tsx'
import { useWidget } from '../frame/field-notes.tsx'

type FileControlProps = {
  field: ReturnType<typeof useWidget>
  isBusy?: boolean
  problem: string | undefined
  note: string
  onFile: (file: File) => void
  children: ReactNode
}

function FileControl({ field, isBusy = false, problem, note, onFile, children }: FileControlProps) {
  const { id, label, facts, json, change, disabled, control } = field
  const { contentMediaType } = facts
  return (
    <div className="grid gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <FileButton
          {...control}
          size="sm"
          fileId={id}
          accept={typeof contentMediaType === 'string' ? contentMediaType : undefined}
          disabled={disabled || isBusy}
          aria-label={`Choose a file: ${label}`}
          onFile={onFile}
        >
          {json === undefined ? 'Choose a file' : 'Choose another'}
        </FileButton>
        {children}
        {!isBusy && typeof json === 'string' && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove the file: ${label}`}
            disabled={disabled}
            onClick={() => change(undefined)}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <p className="text-muted-foreground text-xs">{note}</p>
    </div>
  )
}

/** A server action accepts 4 MB (`next.config.js`); base64 adds a third. Larger files use blobs. */
const MAX_FILE_BYTES = 2 * 1024 * 1024

export function FileWidget(props: WidgetProps) {
  const field = useWidget(props)
  const { facts, json, change } = field
  const [problem, setProblem] = useState<string>()
  const isDataUrl = facts.format === 'data-url' || facts.contentEncoding === undefined

  async function take(file: File) {
    const isTooLarge = file.size > MAX_FILE_BYTES
    const limit = `The maximum file size is ${formatBytes(MAX_FILE_BYTES)}.`
    setProblem(isTooLarge ? `“${file.name}” is ${formatBytes(file.size)}. ${limit}` : undefined)
    if (!isTooLarge) change(await readFileText(file, isDataUrl))
  }
  const note = `Sent as part of the input, up to ${formatBytes(MAX_FILE_BYTES)}.`
  return (
    <FileControl field={field} problem={problem} note={note} onFile={take}>
      {typeof json === 'string' && <span className="truncate text-sm">{describeFileText(json)}</span>}
    </FileControl>
  )
}

export function BlobWidget(props: WidgetProps) {
  const field = useWidget(props)
  const { id, json, change } = field
  const { current, problem, take, stop, setProblem } = useBlobUpload(change)
  useHoldForm(id, current !== undefined, () =>
    setProblem('The file is still uploading. Try again in a moment.'),
  )
  return (
    <FileControl
      field={field}
      isBusy={current !== undefined}
      problem={problem}
      note="Uploads immediately and is stored for a limited time."
      onFile={take}
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
        typeof json === 'string' && <BlobPreview id={json} withPreview={false} />
      )}
    </FileControl>
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
