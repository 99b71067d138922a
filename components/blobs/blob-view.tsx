'use client'

import { Download, File } from 'lucide-react'
import { useEffect, useState } from 'react'
import { bareKind } from '#lib/blobs/blob-kind.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { Button } from '../ui/button.tsx'
import { mediaKind } from './media-kinds.ts'
import { MediaView } from './media-view.tsx'

type BlobFacts = { kind: string; sizeBytes: number; name: string }

type BlobPreviewState = BlobFacts | 'loading' | 'missing'

const PREVIEW_BYTES = 4_096

export function BlobPreview({ id, withPreview = true }: { id: string; withPreview?: boolean }) {
  const [state, setState] = useState<BlobPreviewState>('loading')
  useEffect(() => {
    const controller = new AbortController()
    fetch(paths.blob(id), { method: 'HEAD', signal: controller.signal })
      .then((response) => setState(response.ok ? readFacts(response.headers) : 'missing'))
      .catch(() => controller.signal.aborted || setState('missing'))
    return () => controller.abort()
  }, [id])

  if (state === 'loading') return <span className="text-muted-foreground text-sm">Loading file…</span>
  if (state === 'missing') {
    return (
      <span className="text-muted-foreground text-sm">
        This file has expired, or only members of the organisation can view it.
      </span>
    )
  }
  const { name, kind, sizeBytes } = state
  return (
    <span className="grid min-w-0 justify-items-start gap-2">
      <span className="flex min-w-0 max-w-full items-center gap-2 text-sm">
        <File aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span className="truncate font-medium">{name}</span>
        <span className="shrink-0 text-muted-foreground text-xs">
          {kind}, {formatBytes(sizeBytes)}
        </span>
        <Button asChild variant="ghost" size="icon-sm">
          <a href={`${paths.blob(id)}?download`} download={name} aria-label={`Download ${name}`}>
            <Download aria-hidden />
          </a>
        </Button>
      </span>
      {withPreview && <Preview id={id} facts={state} />}
    </span>
  )
}

function Preview({ id, facts: { kind, name, sizeBytes } }: { id: string; facts: BlobFacts }) {
  const previewKind = blobPreviewKind(kind)
  if (previewKind === 'none' || sizeBytes === 0) return null
  if (previewKind === 'text') return <TextPreview id={id} isCut={sizeBytes > PREVIEW_BYTES} />
  return <MediaView kind={previewKind} url={paths.blob(id)} name={name} />
}

function TextPreview({ id, isCut }: { id: string; isCut: boolean }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    const controller = new AbortController()
    fetch(paths.blob(id), {
      headers: { range: `bytes=0-${PREVIEW_BYTES - 1}` },
      signal: controller.signal,
    })
      .then((response) => (response.ok ? response.text() : ''))
      // The range may end in the middle of a character.
      .then((body) => setText(body.replace(/\ufffd$/, '')))
      .catch(() => {})
    return () => controller.abort()
  }, [id])
  if (!text) return null
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
      tabIndex={0}
      className="max-h-64 w-full overflow-auto whitespace-pre-wrap rounded-md bg-muted p-3 font-mono text-xs [overflow-wrap:anywhere]"
    >
      {text}
      {isCut && '\n…'}
    </pre>
  )
}

const ID = /^blob:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isBlobId(text: string): boolean {
  return ID.test(text)
}

export function readFacts(headers: Headers): BlobFacts {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  return {
    kind: bareKind(headers.get('content-type') ?? ''),
    sizeBytes: Number(headers.get('blob-size') ?? 0),
    name: encoded ? decodeURIComponent(encoded) : 'blob',
  }
}

export function blobPreviewKind(kind: string): 'picture' | 'sound' | 'film' | 'text' | 'none' {
  const media = mediaKind(kind)
  if (media) return media
  return /^text\/|[/+](json|xml|yaml)$|x-ndjson$/.test(kind) ? 'text' : 'none'
}
