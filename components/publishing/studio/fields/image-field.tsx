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

  function storeUpload(upload: Promise<UploadResponse>) {
    start(async () => {
      const response = await upload
      setFailure(response.failure)
      if (response.url) set(pointer, response.url)
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
            actionLabel={url ? 'Replace' : 'Upload'}
            isPending={isPending}
            onFile={(file) => storeUpload(uploadImageFile(file))}
          />
          {url && (
            <Button size="sm" variant="ghost" onClick={() => set(pointer, undefined)}>
              <X aria-hidden />
              Remove<span className="sr-only"> {label.toLowerCase()}</span>
            </Button>
          )}
        </div>
      </div>
      {isExternal(url) && (
        <ExternalImage
          url={url}
          label={label}
          isPending={isPending}
          onImport={() => storeUpload(importImageFromUrl(url))}
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
  actionLabel: string
  isPending: boolean
  onFile: (file: File) => void
}

function UploadButton({ id, label, actionLabel, isPending, onFile }: UploadButtonProps) {
  return (
    <Button asChild size="sm" variant="outline">
      <label htmlFor={id} aria-busy={isPending || undefined} className="has-focus-visible:outline-2">
        <ImageUp aria-hidden />
        {isPending ? 'Uploading…' : actionLabel}
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

/** Guesses, as the user types, whether an address is on another site; the server decides. */
function isExternal(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url)
}

type ExternalImageProps = { url: string; label: string; isPending: boolean; onImport: () => void }

/** Offers to store a copy, because pages request nothing from other hosts. */
function ExternalImage({ url, label, isPending, onImport }: ExternalImageProps) {
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

async function uploadImageFile(file: File): Promise<UploadResponse> {
  if (file.size > MAX_IMAGE_BYTES)
    return { failure: `The image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB.` }
  return postImage('/api/images', file)
}

function importImageFromUrl(address: string): Promise<UploadResponse> {
  return postImage(`/api/images?from=${encodeURIComponent(address)}`)
}

async function postImage(path: string, file?: File): Promise<UploadResponse> {
  try {
    const response = await fetch(path, { method: 'POST', body: file })
    const body = await response.json()
    return response.ok ? { url: String(body.path) } : { failure: String(body.error?.message) }
  } catch {
    return { failure: 'The server cannot be reached. Try again.' }
  }
}
