'use client'

import { ImageUp, X } from 'lucide-react'
import { useState, useTransition } from 'react'
import { MAX_IMAGE_BYTES } from '#lib/blobs/model/image-limits.ts'
import { textAt } from '../../../drafts/edit-document.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'

type ImageFieldProps = { pointer: string; label: string; shape: 'square' | 'wide' }

type UploadResponse = { url: string; failure?: undefined } | { url?: undefined; failure: string }

export function ImageField({ pointer, label, shape }: ImageFieldProps) {
  const { state, set, errors } = useStudio()
  const [failure, setFailure] = useState<string>()
  const [isPending, start] = useTransition()
  const url = textAt(state.document, pointer)
  const id = fieldId(pointer)

  function take(getting: Promise<UploadResponse>) {
    start(async () => {
      const answer = await getting
      setFailure(answer.failure)
      if (answer.url) set(pointer, answer.url)
    })
  }

  return (
    <div className="grid content-start gap-1.5 text-sm">
      <span className="font-medium leading-none">
        {label} <span className="font-normal text-muted-foreground">optional</span>
      </span>
      <div className="flex items-center gap-3">
        <Frame url={url} shape={shape} label={label} />
        <div className="grid gap-1">
          <UploadButton
            id={id}
            label={label}
            verb={url ? 'Replace' : 'Upload'}
            isPending={isPending}
            onFile={(file) => take(sendImageFile(file))}
          />
          {url && (
            <Button size="sm" variant="ghost" onClick={() => set(pointer, undefined)}>
              <X aria-hidden />
              Remove<span className="sr-only"> {label.toLowerCase()}</span>
            </Button>
          )}
        </div>
      </div>
      {isElsewhere(url) && (
        <ExternalImage
          url={url}
          label={label}
          isPending={isPending}
          onImport={() => take(importImageFromUrl(url))}
        />
      )}
      {[...errors(pointer), ...(failure ? [failure] : [])].map((error) => (
        <p key={error} role="alert" className="text-destructive">
          {error}
        </p>
      ))}
      <p className="text-muted-foreground">
        PNG, JPEG, WebP or GIF, up to {MAX_IMAGE_BYTES / 1024 / 1024} MB.
      </p>
    </div>
  )
}

type UploadButtonProps = {
  id: string
  label: string
  verb: string
  isPending: boolean
  onFile: (file: File) => void
}

function UploadButton({ id, label, verb, isPending, onFile }: UploadButtonProps) {
  return (
    <Button asChild size="sm" variant="outline">
      <label htmlFor={id} aria-busy={isPending || undefined} className="has-focus-visible:outline-2">
        <ImageUp aria-hidden />
        {isPending ? 'Uploading…' : verb}
        <span className="sr-only"> {label.toLowerCase()}</span>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          className="sr-only"
          onChange={({ target: { files } }) => files?.[0] && onFile(files[0])}
        />
      </label>
    </Button>
  )
}

/** An estimate; the server decides. */
function isElsewhere(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url)
}

type ElsewhereProps = { url: string; label: string; isPending: boolean; onImport: () => void }

/** Pages request nothing from other hosts. */
function ExternalImage({ url, label, isPending, onImport }: ElsewhereProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <p className="[overflow-wrap:anywhere]">
        Not shown yet. Pages only show images stored on this site, and this one is on {new URL(url).host}.
      </p>
      <Button size="sm" variant="outline" pending={isPending} onClick={onImport}>
        Fetch image<span className="sr-only">: the {label.toLowerCase()}</span>
      </Button>
    </div>
  )
}

function Frame({ url, shape, label }: { url: string; shape: 'square' | 'wide'; label: string }) {
  const size = shape === 'square' ? 'size-18' : 'h-18 w-36'
  if (!url.startsWith('/images/')) {
    return (
      <span
        className={cn(size, 'shrink-0 rounded-md border border-border border-dashed bg-muted')}
        aria-hidden
      />
    )
  }
  return (
    // biome-ignore lint/performance/noImgElement: it is on our own origin already, in its own size
    <img
      src={url}
      alt={label}
      className={cn(size, 'shrink-0 rounded-md border border-border object-cover')}
    />
  )
}

async function sendImageFile(file: File): Promise<UploadResponse> {
  if (file.size > MAX_IMAGE_BYTES)
    return { failure: `The image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB.` }
  return sendTo('/api/images', file)
}

function importImageFromUrl(address: string): Promise<UploadResponse> {
  return sendTo(`/api/images?from=${encodeURIComponent(address)}`)
}

async function sendTo(path: string, body?: File): Promise<UploadResponse> {
  try {
    const response = await fetch(path, { method: 'POST', body })
    const answer = await response.json()
    return response.ok ? { url: String(answer.path) } : { failure: String(answer.error?.message) }
  } catch {
    return { failure: 'The server cannot be reached. Try again.' }
  }
}
